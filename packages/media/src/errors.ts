/**
 * A fault of a file. The message is for its owner. Another attempt fails in the same way while the file does not change.
 */
export class FileFault extends Error {}

/**
 * A tool crashed on a file, or exceeded a limit. Another attempt may succeed, but not after one that failed in the same way.
 */
export class CrashFault extends Error {}

/** A tool exceeded its time limit, because of the file or of other work on the machine. */
export class TimeFault extends CrashFault {}

/** A tool exceeded the time that may pass, although it had little of the processors: the machine was busy, and nothing is known of the file. */
export class BusyFault extends TimeFault {}

/** A tool stopped reading a file, because another owner had waited for long. */
export class TurnFault extends Error {}
