/** A fault of a file in words for its owner. Another attempt would end in the same way while the file stays as it is. */
export class FileFault extends Error {}

/** A tool crashed on a file, or exceeded a limit. Another attempt may succeed, but not after one that ended in the same way. */
export class CrashFault extends Error {}
