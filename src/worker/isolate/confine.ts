// Shell commands that bound a program whose native code meets the documents of strangers.

/**
 * To stand before `exec "$@"`: no core dump, bounded CPU time, no files, little memory (only Linux can limit writable
 * memory alone), and a network namespace of its own when the system allows one, which is put before the arguments.
 */
export function confined(dataMb: number, cpuSeconds: number): string {
  return `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -d ${dataMb * 1_024} 2>/dev/null
       for how in -n -rn; do unshare $how true 2>/dev/null && { set -- unshare $how "$@"; break; }; done`
}
