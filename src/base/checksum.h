#pragma once
// CRC-32 as in gzip and PNG: tells a file that was cut short or damaged, not one that was forged.

#include <stddef.h>
#include <stdint.h>

uint32_t checksum_crc32(const void *data, size_t size);
