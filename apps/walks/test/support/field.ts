import type { Edit } from './scratch.ts'

/** Adds EXIF's `rating`, in the order of CONTRIBUTING.md. It stays in the copy, because the document fixes `exifInfo`. */
export const field = {
  contract: {
    path: 'packages/contract/src/schemas/exif-info.ts',
    from: "    state: z.string().optional().describe('The state or region where the photo was taken.'),\n",
    to: "    rating: z.number().optional().describe('Stars, 1 to 5.'),\n    state: z.string().optional().describe('The state or region where the photo was taken.'),\n",
  },
  document: {
    path: 'packages/contract/test/document.ts',
    from: '    projectionType? string\n',
    to: '    projectionType? string\n    rating? number\n',
  },
  answer: {
    path: 'prisma/asset.sql',
    from: '        exif."state" AS "state",\n',
    to: '        exif."rating" AS "rating",\n        exif."state" AS "state",\n',
  },
  schema: {
    path: 'prisma/schema.prisma',
    from: '  projectionType   String?   @map("projection_type")\n',
    to: '  projectionType   String?   @map("projection_type")\n  rating           Int?\n',
  },
  file: {
    path: 'apps/server/src/media/exif/exif-fields.ts',
    from: '    livePhotoCid: toText(tags.ContentIdentifier),\n',
    to: '    livePhotoCid: toText(tags.ContentIdentifier),\n    rating: toInteger(tags.Rating),\n',
  },
  fileType: {
    path: 'apps/server/src/media/exif/exif-fields.ts',
    from: '  livePhotoCid: string | null\n',
    to: '  livePhotoCid: string | null\n  rating: number | null\n',
  },
  plain: {
    path: 'packages/plain-asset/src/exif-info.ts',
    from: "  state: 'state',\n",
    to: "  rating: 'rating',\n  state: 'state',\n",
  },
} satisfies Record<string, Edit>

/** The file that `pnpm migration add_rating` writes. */
export const writtenForField: Edit[] = [
  {
    path: 'prisma/migrations/29990101000000_add_rating/migration.sql',
    to: '-- AlterTable\nALTER TABLE "exif" ADD COLUMN     "rating" INTEGER;\n',
  },
]
