// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm openapi`.

/** A label on assets of one user. */
export interface Tag {
  /** The id of the tag. */
  id: string
  /** The name of the tag. */
  name: string
  /** Where the tag comes from. */
  type: TagType
  /** The id of the user whose tag it is. */
  userId: string
}

/** The origin of a tag: object recognition, face recognition, or a person. */
export type TagType = 'OBJECT' | 'FACE' | 'CUSTOM'
