/** A place where derived files are stored, each under a key. */
export interface Destination {
  /**
   * Lets `write` fill a new local file for each key, and then replaces the files under the keys. `scratch` is a path for a
   * temporary file. If anything throws before the replacement, nothing changes.
   */
  replace<const Keys extends readonly string[], T>(
    keys: Keys,
    write: (partials: { [Index in keyof Keys]: string }, scratch: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
}
