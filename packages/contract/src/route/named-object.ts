import type * as z from 'zod'

/** The type of the values that a schema returns. */
type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

type OptionalKeys<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends { _zod: { optout: 'optional' } } ? Key : never
}[keyof Shape]

// Mapped types of this form keep the description of each field and the place of its definition. `z.infer` loses both.
type Required<Shape, Keys extends keyof Shape> = { [Key in Keys]: Output<Shape[Key]> }
type Optional<Shape, Keys extends keyof Shape> = { [Key in Keys]?: Output<Shape[Key]> }

/** The fields of an object schema. An interface that extends them gives them a name. */
export type Fields<Schema extends z.ZodObject> = Required<
  Schema['shape'],
  Exclude<keyof Schema['shape'], OptionalKeys<Schema['shape']>>
> &
  Optional<Schema['shape'], OptionalKeys<Schema['shape']>>

type FieldsOfZod<Schema extends z.ZodObject> = z.core.$InferObjectOutput<
  Schema['shape'],
  Schema['_zod']['config']['out']
>

interface Internals<Schema extends z.ZodObject, Value extends FieldsOfZod<Schema>>
  extends z.core.$ZodObjectInternals<Schema['shape'], Schema['_zod']['config']> {
  output: Value
}

/** An object schema whose values have a named interface, which editors and declarations show by its name. */
export interface NamedObject<Schema extends z.ZodObject, Value extends FieldsOfZod<Schema>>
  extends z.ZodObject<Schema['shape'], Schema['_zod']['config']> {
  _zod: Internals<Schema, Value>
}
