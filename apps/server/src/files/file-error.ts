const reasons: Record<string, string> = {
  EACCES: 'permission denied; make it readable for the user who imports',
  EPERM: 'permission denied; make it readable for the user who imports',
  ENOENT: 'it went away while it was being read',
  ENOTDIR: 'it went away while it was being read',
  EISDIR: 'it is a folder now',
  EIO: 'the disk cannot read it (EIO)',
  ELOOP: 'it is a symbolic link, or lies behind one; put the file itself there',
  ENAMETOOLONG: 'its path is too long',
  ENXIO: 'it is not a file any more',
}

/** What opening a symbolic link without following it throws. */
export function linkError(): Error {
  return Object.assign(new Error(reasons['ELOOP']), { code: 'ELOOP' })
}

/** Why a file could not be read, in words for the person who owns it. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return (code && reasons[code]) || error.message
}
