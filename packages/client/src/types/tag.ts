// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The body of createTag. */
export interface CreateTag {
  /** 1 to 500 characters, none of them a control character; no other tag of the caller may have the same. */
  name: string
  /** Where the tag comes from; `CUSTOM` by default. */
  type?: TagType | undefined
}

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

/** The body of updateTag. */
export interface UpdateTag {
  /** The new name, of 1 to 500 characters. Without one, nothing changes. */
  name?: string | undefined
}
