import { Compile } from 'typebox/schema'
import type { Description, SchemaObject } from '../openapi.ts'

/** Holds values to the shapes of a document, as any reader of it would: JSON Schema 2020-12. */
export class ShapeChecks {
  readonly #components: Description['components']
  readonly #compiled = new Map<string, ReturnType<typeof Compile>>()

  constructor(document: Description) {
    this.#components = document.components
  }

  /** What is wrong with a value, in words; nothing when it fits. */
  faults(schema: SchemaObject, value: unknown): string[] {
    const key = JSON.stringify(schema)
    let shape = this.#compiled.get(key)
    if (shape === undefined) {
      shape = Compile({ components: { schemas: this.#components.schemas }, ...schema })
      this.#compiled.set(key, shape)
    }
    if (shape.Check(value)) return []
    const [, errors] = shape.Errors(value)
    return errors.map(({ instancePath, message }) => `${instancePath || '(whole)'} ${message}`)
  }
}
