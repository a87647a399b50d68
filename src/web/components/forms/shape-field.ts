/** The members of a JSON Schema that forms use. A TypeBox shape is a JSON Schema. */
export interface FieldShape {
  $id?: string
  type?: string
  title?: string
  description?: string
  enum?: readonly unknown[]
  anyOf?: readonly FieldShape[]
  items?: FieldShape
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  properties?: Readonly<Record<string, FieldShape>>
  'x-control'?: string
}

/** The shape of an object, such as the body that creates a resource. */
export interface ObjectShape {
  properties: object
  required?: readonly string[] | undefined
}

/** The shape of a member; empty if the object has no such member. */
export function memberShape({ properties }: ObjectShape, member: string): FieldShape {
  // The properties of a JSON Schema are JSON Schemas.
  return Object.hasOwn(properties, member) ? (Reflect.get(properties, member) as FieldShape) : {}
}

/** The title of a member. Without a title, its name in words: `Page size` for `page_size`. */
export function memberTitle(name: string, { title }: FieldShape): string {
  const words = name.replaceAll('_', ' ')
  return title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Attributes of an `<input>` that come from the shape of a member. */
export interface InputAttributes {
  label: string
  type?: 'number'
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
}

/** The label and bounds of the input for a member of a body. */
export function inputAttributes(shape: ObjectShape, member: string): InputAttributes {
  const inputShape = memberShape(shape, member)
  const { type, maxLength, minimum: min, maximum: max } = inputShape
  return {
    label: memberTitle(member, inputShape),
    ...(shape.required?.includes(member) && { required: true }),
    ...(maxLength !== undefined && { maxLength }),
    ...(type === 'integer' && { type: 'number' }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}
