// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm openapi`.

import type { TagType } from './tag.js'

/** The body of createTag. */
export interface CreateTag {
  /** 1 to 500 characters, none of them a control character; no other tag of the caller may have the same. */
  name: string
  /** Where the tag comes from; `CUSTOM` by default. */
  type?: TagType | undefined
}

/** The body of updateTag. */
export interface UpdateTag {
  /** The new name, of 1 to 500 characters. Without one, nothing changes. */
  name?: string | undefined
}
