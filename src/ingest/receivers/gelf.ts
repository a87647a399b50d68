import { BodyRefusedError } from '../body/fault.ts'
import { tryParseWithin } from '../body/parse-json.ts'
import { splitJsonObjects } from '../body/split-json-objects.ts'
import { readGelf } from './gelf-message.ts'
import { jsonResponse, type Receiver } from './receiver.ts'

/**
 * GELF 1.1 over HTTP (docs of Graylog: "GELF via HTTP"): one message or several. Keeps the valid messages; a
 * 400 names the first invalid one.
 */
export const gelf: Receiver = {
  *read({ bytes, builder, budget }) {
    let firstFault: string | undefined
    let number = 0
    for (const text of splitJsonObjects(bytes.toString('utf8'))) {
      const fault = readGelf(tryParseWithin(text, budget), builder)
      if (fault !== undefined) firstFault ??= `Message ${number} ${fault}`
      number++
      yield fault === undefined ? builder.end() : undefined
    }
    if (number === 0) throw new BodyRefusedError(400, 'The body has no message.')
    return {
      respond: () =>
        firstFault === undefined
          ? { status: 202, type: '', body: '' }
          : jsonResponse(400, { message: firstFault }),
    }
  },
  refusal: ({ status, detail, retryAfter }) => jsonResponse(status, { message: detail }, retryAfter),
}
