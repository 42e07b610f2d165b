// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** A face in an asset. The box is in pixels of an image of `imageWidth` by `imageHeight`. */
export interface Face {
  /** The left edge of the box. */
  boundingBoxX1: number
  /** The right edge of the box. */
  boundingBoxX2: number
  /** The upper edge of the box. */
  boundingBoxY1: number
  /** The lower edge of the box. */
  boundingBoxY2: number
  /** The id of the face. */
  id: string
  /** The height of the image that the box refers to. */
  imageHeight: number
  /** The width of the image that the box refers to. */
  imageWidth: number
}

/** A person in an asset, with their faces in it. */
export interface Person {
  /** YYYY-MM-DD; null when unknown. */
  birthDate: string | null
  /** The faces of the person in this asset. */
  faces: Face[]
  /** The id of the person. */
  id: string
  /** Always false, because hidden people are left out. */
  isHidden: boolean
  /** The name; empty until somebody gives one. */
  name: string
  /** The path of a picture of the face; empty when there is none. */
  thumbnailPath: string
}
