import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefused } from '../http/fault.ts'
import type { Reply } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { readGelf } from './gelf-message.ts'
import { parsedWithin } from './json-object.ts'
import { jsonTexts } from './json-stream.ts'
import { json, type Problem, type Reading, type Receiver } from './receiver.ts'
import { ValueBudget } from './value-budget.ts'

/**
 * GELF 1.1 over HTTP (docs of Graylog: "GELF via HTTP"): one message, or several one behind the other; 202. Of several, the
 * good ones are kept; when one is bad the answer is a 400 that names it.
 */
export const gelf: Receiver = {
  read(body, _shipment, origin) {
    return new GelfReading(body, origin)
  },
  refusal({ status, detail, retryAfter }: Problem): Reply {
    return json(status, { message: detail }, retryAfter)
  },
}

class GelfReading implements Reading {
  readonly isKnownByContent = false
  readonly #body: Buffer
  readonly #budget = new ValueBudget()
  readonly #builder: EventBuilder
  #fault = ''

  constructor(body: Buffer, origin: Origin) {
    this.#body = body
    this.#builder = new EventBuilder(origin, this.#budget)
  }

  get truncated(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent | undefined> {
    let number = 0
    for (const text of jsonTexts(this.#body)) {
      const fault = readGelf(parsedWithin(text, this.#budget), this.#builder)
      if (fault !== undefined && this.#fault === '') this.#fault = `Message ${number} ${fault}`
      number++
      yield fault === undefined ? this.#builder.end() : undefined
    }
    if (number === 0) throw new BodyRefused(400, 'The body has no message.')
  }

  answer(): Reply {
    return this.#fault === '' ? { status: 202, type: '', body: '' } : json(400, { message: this.#fault })
  }
}
