/**
 * What the core needs of WASI, the system interface that its C library is written for: a clock, an
 * empty environment, and nobody who reads what it might print. It opens no files.
 */

const SUCCESS = 0;
const BAD_FILE = 8;
const NS_PER_MS = 1e6;

/** Ends the module: the C code called abort. */
class CoreAborted extends Error {}

export function wasiImports(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(_clock: number, _precision: bigint, out: number): number {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * NS_PER_MS)), true);
      return SUCCESS;
    },
    environ_sizes_get(count: number, size: number): number {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    fd_close: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    fd_fdstat_set_flags: () => BAD_FILE,
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: () => BAD_FILE,
    fd_read: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    fd_write: () => BAD_FILE,
    path_open: () => BAD_FILE,
    sched_yield: () => SUCCESS,
    proc_exit(code: number): never {
      throw new CoreAborted(`the core ended with status ${code}`);
    },
  };
}
