const GIGABYTE = 1e9

/** Returns the bytes of so many gigabytes; null, which means any number, for an empty text. */
export function toQuota(gigabytes: string): number | null {
  return gigabytes === '' ? null : Math.round(Number(gigabytes) * GIGABYTE)
}

/** Returns the gigabytes of a quota as the field shows them. */
export function toGigabytes(quota: number | null): string {
  return quota === null ? '' : String(quota / GIGABYTE)
}
