#pragma once
// Untrusted text and computed numbers on their way into HTML.
//
// Whatever these functions add can stand between tags and inside a quoted attribute, in HTML, SVG
// and XML alike: it holds no markup, no control characters but newline and tab, and only
// well-formed UTF-8. What breaks that last rule becomes U+FFFD, as browsers would show it.

#include "base/text.h"

void html_add_text(Text *out, Slice text);

// Cut with an ellipsis when it is wider than `columns`, at least 1; East Asian characters take two.
void html_add_short_text(Text *out, Slice text, int columns);

// A number as people read it: with a real minus sign, never "-0", and a dash where there is no
// finite number. The second one puts a plus before what is more than 0.
void html_add_number(Text *out, double value, int decimals);
void html_add_signed(Text *out, double value, int decimals);
