import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefusedError } from '../http/fault.ts'
import type { ShipperResponse } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { readGelf } from './gelf-message.ts'
import { tryParseWithin } from './parse-json.ts'
import { type BodyProblem, type BodyReader, jsonResponse, type Receiver } from './receiver.ts'
import { splitJsonObjects } from './split-json-objects.ts'
import { ValueBudget } from './value-budget.ts'

/**
 * GELF 1.1 over HTTP (docs of Graylog: "GELF via HTTP"): one message, or several one behind the other; 202. Of several, the
 * good ones are kept; when one is bad the answer is a 400 that names it.
 */
export const gelf: Receiver = {
  read(body, _shipment, origin) {
    return new GelfReader(body, origin)
  },
  refusal({ status, detail, retryAfter }: BodyProblem): ShipperResponse {
    return jsonResponse(status, { message: detail }, retryAfter)
  },
}

class GelfReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #body: Buffer
  readonly #budget = new ValueBudget()
  readonly #builder: EventBuilder
  #fault = ''

  constructor(body: Buffer, origin: Origin) {
    this.#body = body
    this.#builder = new EventBuilder(origin, this.#budget)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent | undefined> {
    let number = 0
    for (const text of splitJsonObjects(this.#body)) {
      const fault = readGelf(tryParseWithin(text, this.#budget), this.#builder)
      if (fault !== undefined && this.#fault === '') this.#fault = `Message ${number} ${fault}`
      number++
      yield fault === undefined ? this.#builder.end() : undefined
    }
    if (number === 0) throw new BodyRefusedError(400, 'The body has no message.')
  }

  answer(): ShipperResponse {
    return this.#fault === ''
      ? { status: 202, type: '', body: '' }
      : jsonResponse(400, { message: this.#fault })
  }
}
