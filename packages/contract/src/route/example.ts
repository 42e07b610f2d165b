import * as z from 'zod'

/** The examples of schemas, for `openapi.json`. `.register(examples, { example })` adds one. */
export const examples = z.registry<{ example: z.$output }>()

/** Returns the example of a schema. Throws when it has none. */
export function requireExample<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const example = examples.get(schema)?.example
  if (example === undefined)
    throw new Error('The schema has no example: add `.register(examples, { example: … })` to it.')
  return example as z.output<Schema>
}

/** The values that all examples share: Ada's photo, and Ben, with whom she shares it. */
export const sample = {
  ada: '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  ben: '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e10',
  photo: '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70',
  library: '0190f3d2-0000-7000-8000-000000000001',
  tag: '0190f3d2-0000-7000-8000-000000000002',
  album: '0190f3d2-0000-7000-8000-000000000003',
  session: '0190f3d2-0000-7000-8000-000000000004',
  key: '0190f3d2-0000-7000-8000-000000000005',
  person: '0190f3d2-0000-7000-8000-000000000006',
  twin: '0190f3d2-0000-7000-8000-000000000007',
  link: '0190f3d2-0000-7000-8000-000000000008',
  face: '0190f3d2-0000-7000-8000-000000000009',
  shareKey: 'o8Zq3n1kYw7RbT0cJmE4hPaG9fKiZtQvWxYVq1kzN8d',
  taken: '2024-07-14T16:21:08.000Z',
  code: 'Vq1kzN8dUu2sXo5yLw7RbT0cJmE4hPaG9fKiZtQvWxY',
  state: 'm3cZ0bB9x2kq7Yw1nV5tRg',
  signedIn: 'http://127.0.0.1:8080/signed-in',
} as const
