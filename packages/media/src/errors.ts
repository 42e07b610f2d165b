/** A fault of a file in words for its owner. Another attempt would end in the same way while the file stays as it is. */
export class FileFault extends Error {}

/** A tool crashed on a file, or exceeded a limit. Another attempt may succeed, but not after one that ended in the same way. */
export class CrashFault extends Error {}

/** A tool exceeded its limit of time. The file may be the cause, or what else the machine did. */
export class TimeFault extends CrashFault {}

/** A file had to give its turn to another owner. */
export class TurnFault extends Error {}
