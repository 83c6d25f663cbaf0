// Bounds a program that meets the documents of strangers: shell commands before its start, and its end.

/**
 * To stand before `exec "$@"`: no core dump, bounded CPU time, no files, little memory (only Linux can limit writable
 * memory alone), and a network namespace of its own when the system allows one, which is put before the arguments.
 */
export function confined(dataMb: number, cpuSeconds: number): string {
  return `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -d ${dataMb * 1_024} 2>/dev/null
       for how in -n -rn; do unshare $how true 2>/dev/null && { set -- unshare $how "$@"; break; }; done`
}

/** Ends the process group that `pid` leads. Nothing happens for a program that did not start, or has ended. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Everything in it is gone already.
  }
}
