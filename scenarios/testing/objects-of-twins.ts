import type { SampleBodies } from '../../src/api/description/testing/bodies.ts'
import { isObject } from '../../src/schema/text/json-object.ts'
import type { Answered, Both, Twins } from './twins.ts'

/** Values of the parameters of a path, by name. */
export type Parameters = Readonly<Record<string, string | number>>
type Make = (objects: ObjectsOfTwins) => Promise<Both<Parameters>>

/** Creates objects on both services, for the paths of operations. */
export class ObjectsOfTwins {
  readonly #twins: Twins
  readonly #bodies: SampleBodies
  readonly #makers: Readonly<Record<string, Make>>

  /** `makers`: create objects that cannot be created by a POST to their collection, by path or collection. */
  constructor(twins: Twins, bodies: SampleBodies, makers: Readonly<Record<string, Make>>) {
    this.#twins = twins
    this.#bodies = bodies
    this.#makers = makers
  }

  /** The paths with a new object on each service. */
  async pathsOf(path: string): Promise<Both<string>> {
    const [, collection = '', name = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? []
    if (name === '') return [path, path]
    const make = this.#makers[path] ?? this.#makers[collection] ?? (() => this.#post(collection, name))
    const [one, other] = await make(this)
    return [filled(path, one), filled(path, other)]
  }

  async #post(collection: string, name: string): Promise<Both<Parameters>> {
    const paths = await this.pathsOf(collection)
    const body = this.#bodies.of('post', collection, 'application/json', false)
    const [one, other] = await this.#twins.ask({ method: 'POST', paths, body })
    return [{ [name]: keyOf(one, name) }, { [name]: keyOf(other, name) }]
  }
}

/** The name of a created object in the response to its POST. */
export function keyOf({ body }: Answered, name: string): string {
  const key = isObject(body) ? body[name === 'qid' ? 'query_id' : name] : undefined
  if (key === undefined) throw new Error(`a POST made nothing: ${JSON.stringify(body)}`)
  return String(key)
}

function filled(path: string, parameters: Parameters): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}
