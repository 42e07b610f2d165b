/** Conditions whose removal changes no answer, and why they stand there all the same. */
const reasons: { mutant: RegExp; reason: string }[] = [
  {
    mutant: /findApiKeys: api_key\.id = ANY/,
    reason: 'The keys are picked from the rows by their ids; the condition saves reading all of them.',
  },
  {
    mutant: /: (size (<=|>)|"assetCount" <=|cardinality\(ids\) >) 200$/,
    reason: 'It decides whether a list is read at once or streamed, not what is in it.',
  },
  {
    mutant: /EXISTS \(SELECT FROM unusable(_asset|_user)?\)$/,
    reason:
      'Without unusable ids their positions are none, which the policies take for null; the condition saves the search.',
  },
  {
    mutant: /shareOwnAlbum: invited: owner_id = /,
    reason: 'The policy refuses everybody but the owner before it looks at the ids; the condition saves checking them.',
  },
  {
    mutant: /shareOwnAlbum: seen: owner_id = \$ OR is_shared$/,
    reason: 'The policy gives the same answer for an album that is missing and for one of others.',
  },
  {
    mutant:
      /(readTimeSpan|asset-list).*: (\(asset\.is_visible AND asset\.deleted_at IS NULL\) IS TRUE|asset\.(is_visible|deleted_at IS NULL))$/,
    reason: 'Assets that are not listed have no text, and are left out for that; the condition lets the index be used.',
  },
  {
    mutant: /readVisibleAsset: shown\.live_photo_video_id = asset\.id$/,
    reason: 'The video of a live photo is not listed, and so has no text that could be read.',
  },
]

/** Whether there is a reason why no test can notice that a condition is missing. */
export function isEquivalent(name: string): boolean {
  return reasons.some(({ mutant }) => mutant.test(name))
}

/** The reasons that explain none of the missed mutants, so that none outlives its condition. */
export function listStale(missed: string[]): string[] {
  return reasons.filter(({ mutant }) => !missed.some((name) => mutant.test(name))).map(({ mutant }) => String(mutant))
}
