import type { Description, SchemaObject } from '../../src/api/description/openapi.ts'
import { isObject } from '../../src/schema/text/json-object.ts'

const header = `"""Types of the interface. Made of ../../openapi.json by \`npm run generate\`."""

from collections.abc import AsyncIterator, Callable, Iterator
from threading import Event
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, overload
`

/** The types of the API in Python: a TypedDict for each object, and \`ask\` for each query type. */
export function pythonTypes({ components }: Description): string {
  const types = new PythonTypes()
  for (const [name, schema] of Object.entries(components.schemas)) types.add(name, schema)
  const queries = Object.keys(components.schemas)
    .filter(name => name.endsWith('Results') && `${name.slice(0, -7)}Request` in components.schemas)
    .map(name => name.slice(0, -7))
  return [header, ...types.lines, '', asking(queries, false), asking(queries, true)].join('\n')
}

class PythonTypes {
  readonly lines: string[] = []

  /** Adds a type with this name, after the types of nested objects. */
  add(name: string, schema: SchemaObject): void {
    const members = membersOf(schema)
    if (members === undefined) {
      this.lines.push(`${name}: TypeAlias = ${JSON.stringify(this.#typeOf(name, schema))}`)
      return
    }
    const required = Array.isArray(schema.required) ? schema.required : []
    const fields = Object.entries(members).map(([member, shape]) => {
      const type = this.#typeOf(`${name}_${member.replaceAll(/\W/g, '_')}`, shape)
      const text = required.includes(member) ? type : `NotRequired[${type}]`
      return `    ${JSON.stringify(member)}: ${JSON.stringify(text)},\n`
    })
    this.lines.push(`${name} = TypedDict("${name}", {\n${fields.join('')}})`)
  }

  /** The type of a schema; a nested object gets the name. */
  #typeOf(name: string, schema: unknown): string {
    if (!isObject(schema)) return 'Any'
    const { $ref, const: only, enum: words, type } = schema
    if (typeof $ref === 'string') return $ref.replace('#/components/schemas/', '')
    if (only !== undefined) return literal([only])
    if (Array.isArray(words)) return literal(words)
    const choices = schema.anyOf ?? schema.oneOf
    if (Array.isArray(choices)) return union(choices.map((one, n) => this.#typeOf(`${name}_${n + 1}`, one)))
    if (Array.isArray(type)) return union(type.map(one => this.#typeOf(name, { ...schema, type: one })))
    if (membersOf(schema) !== undefined) {
      this.add(name, schema)
      return name
    }
    if (type === 'array') return `list[${this.#typeOf(`${name}_item`, schema.items)}]`
    if (type === 'object') return `dict[str, ${this.#typeOf(`${name}_value`, valuesOf(schema))}]`
    return plainTypes[String(type)] ?? 'Any'
  }
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** undefined unless it is an object with known members. */
function membersOf({ properties, type, anyOf, oneOf }: SchemaObject): SchemaObject | undefined {
  if (anyOf !== undefined || oneOf !== undefined || (type ?? 'object') !== 'object') return undefined
  return isObject(properties) && Object.keys(properties).length > 0 ? properties : undefined
}

function valuesOf({ patternProperties, additionalProperties }: SchemaObject): unknown {
  return isObject(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map(value => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value))).join(', ')}]`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

const reconnect = 'on_reconnect: Callable[[Exception, float], None] | None = None'

/** The class that has `ask` and `watch` with the params, states and results of each query type. */
function asking(queries: readonly string[], isAsync: boolean): string {
  const [define, wait, states] = isAsync ? ['async def', 'await ', 'AsyncIterator'] : ['def', '', 'Iterator']
  const [stop, given] = isAsync ? ['', ''] : [', stop: Event | None = None', ', stop=stop']
  const asks = queries.flatMap(name => [
    '    @overload',
    `    ${define} ask(self, type: Literal["${name}"], params: ${name}Params, *, on_progress: Callable[[${name}Query], None] | None = None${stop}) -> ${name}Results: ...`,
  ])
  const watches = queries.flatMap(name => [
    '    @overload',
    `    def watch(self, type: Literal["${name}"], params: ${name}Params, *, ${reconnect}${stop}) -> ${states}[${name}Query]: ...`,
  ])
  return `
class ${isAsync ? 'AsyncQuestions' : 'Questions'}:
    """What a client asks: each query type with its params, states and results."""

${asks.join('\n')}
    ${define} ask(self, type: Any, params: Any, *, on_progress: Any = None${stop}) -> Any:
        """The results of a query, when it is finished. Raises MillraceError when it fails."""
        return ${wait}self._ask(type, params, on_progress=on_progress${given})

${watches.join('\n')}
    def watch(self, type: Any, params: Any, *, on_reconnect: Any = None${stop}) -> Any:
        """A query as it changes, until the loop is left.

        Raises MillraceError for an answer that will not change. Otherwise it reconnects; on_reconnect gets the error
        and the seconds until the next attempt.
        """
        return self._watch(type, params, on_reconnect=on_reconnect${given})

    ${define} _ask(self, type: str, params: Any, *, on_progress: Any${stop.replace(' = None', '')}) -> Any:
        raise NotImplementedError

    def _watch(self, type: str, params: Any, *, on_reconnect: Any${stop.replace(' = None', '')}) -> ${states}[Any]:
        raise NotImplementedError
`
}
