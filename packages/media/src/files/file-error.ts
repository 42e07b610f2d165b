const reasons: Record<string, string> = {
  EACCES: 'permission denied; make it readable for the account that imports',
  EPERM: 'permission denied; make it readable for the account that imports',
  ENOENT: 'it disappeared while it was being read',
  ENOTDIR: 'it disappeared while it was being read',
  EISDIR: 'it is now a folder',
  EIO: 'the disk cannot read it (EIO)',
  ELOOP: 'it is a symbolic link, or its path contains one; put the file itself there',
  ENAMETOOLONG: 'its path is too long',
  ENXIO: 'it is no longer a file',
}

/** Creates the error for a refused symbolic link. */
export function linkError(): Error {
  return Object.assign(new Error(reasons['ELOOP']), { code: 'ELOOP' })
}

/** Describes why a file could not be read, for its owner. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return (code && reasons[code]) || error.message
}
