/** What is wrong with a film in which nothing can be read. */
export const brokenContent = 'its content is broken; copy it again from where it came'

const meanings: [said: RegExp, meaning: string][] = [
  [/moov atom not found|end of file|truncated/i, 'it is cut short; copy it again from where it came'],
  [/no space left on device|ENOSPC/i, 'the disk of the data folder is full; make room on it'],
  [/not on whitelist/i, 'it is in no format of films that is read'],
  [/Picture size \S+ is invalid/i, 'its picture is too large'],
  [/Invalid data found|could not find codec parameters/i, brokenContent],
]

/** Why a film could not be transcoded, in words for the person who owns it. */
export const describeTranscodeFault = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return meanings.find(([said]) => said.test(message))?.[1] ?? message.split('\n')[0] ?? message
}
