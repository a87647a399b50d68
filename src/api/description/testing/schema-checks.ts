import { Compile } from 'typebox/schema'
import type { Description, SchemaObject } from '../openapi.ts'

/** Validates values by the schemas of a description (JSON Schema 2020-12). */
export class ShapeChecks {
  readonly #components: Description['components']
  readonly #compiled = new Map<string, ReturnType<typeof Compile>>()

  constructor(document: Description) {
    this.#components = document.components
  }

  /** Messages about a value; empty if it is valid. */
  faults(schema: SchemaObject, value: unknown): string[] {
    const key = JSON.stringify(schema)
    let check = this.#compiled.get(key)
    if (check === undefined) {
      check = Compile({ components: { schemas: this.#components.schemas }, ...schema })
      this.#compiled.set(key, check)
    }
    if (check.Check(value)) return []
    const [, errors] = check.Errors(value)
    return errors.map(({ instancePath, message }) => `${instancePath || '(whole)'} ${message}`)
  }
}
