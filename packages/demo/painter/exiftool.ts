import { ExifTool, type WriteTags } from 'exiftool-vendored'

const exiftool = new ExifTool({ maxProcs: 1 })

/** Writes tags into a file; `args` are further arguments of exiftool. */
export async function writeTags(path: string, tags: Record<string, string>, args: string[] = []): Promise<void> {
  await exiftool.write(path, tags as WriteTags, { writeArgs: ['-overwrite_original', '-P', ...args] })
}

/** Ends the exiftool of `writeTags`. */
export async function endWriting(): Promise<void> {
  await exiftool.end()
}
