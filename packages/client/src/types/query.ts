// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** What programs written for Immich may send. */
export interface ShareKey {
  /** Has no effect: there are no share links. */
  key?: string | undefined
}
