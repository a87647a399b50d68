import { STATUS_CODES } from 'node:http'
import { type FaultCode, faults } from '../../schema/fault.ts'
import { capitalised } from './names.ts'
import type { Answer, Description, Reference, SchemaObject } from './openapi.ts'

const sentence = { type: 'string', description: 'One sentence for people; may change' }
const seconds = { type: 'integer', minimum: 1 }

/** Headers of error answers by status. */
const headersByStatus: Partial<Record<number, Answer['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate', schema: { const: 'Token' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: seconds } },
  503: { 'Retry-After': { description: 'Seconds to wait, if known', schema: seconds } },
}

/** Members of errors besides `code` and `detail`. */
const furtherMembers: Partial<Record<FaultCode, Readonly<Record<string, SchemaObject>>>> = {
  query_syntax: {
    position: { type: 'integer', minimum: 0, description: 'Index of the first unexpected character, from 0' },
    expected: { type: 'string', description: 'What was expected there' },
  },
  answer_too_large: {
    page_size: { type: 'integer', minimum: 1, description: 'A page size that fits' },
  },
  internal: {
    error_id: { type: 'string', description: 'Identifies the log line that has the cause' },
  },
}

/** The answers of the error catalogue by status, as references to answers added to the components. */
export function faultAnswers(
  codes: readonly FaultCode[],
  components: Description['components'],
): Record<string, Reference> {
  const byStatus = Map.groupBy(codes, code => faults[code].status)
  const entries = [...byStatus].map(([status, list]) => {
    const name = list.map(pascal).join('Or')
    components.responses[name] ??= answerOf(status, list, components)
    return [String(status), { $ref: `#/components/responses/${name}` }] as const
  })
  return Object.fromEntries(entries)
}

function answerOf(
  status: number,
  codes: readonly FaultCode[],
  components: Description['components'],
): Answer {
  const mapping = codes.map((code): [FaultCode, string] => {
    const name = `${pascal(code).replace(/Error$/, '')}Error`
    components.schemas[name] ??= shapeOf(code)
    return [code, `#/components/schemas/${name}`]
  })
  const [only = {}, ...others] = mapping.map(([, $ref]) => ({ $ref }))
  const choice = {
    oneOf: [only, ...others],
    discriminator: { propertyName: 'code', mapping: Object.fromEntries(mapping) },
  }
  const headers = headersByStatus[status]
  const meanings = codes.map(code => `- \`${code}\`: ${faults[code].says}`)
  return {
    description: `${STATUS_CODES[status] ?? 'Error'}.\n\n${meanings.join('\n')}`,
    ...(headers && { headers }),
    content: { 'application/json': { schema: others.length === 0 ? only : choice } },
  }
}

/** The schema of an error. A validation error has names of members and parameters instead of `detail`. */
function shapeOf(code: FaultCode): SchemaObject {
  if (code === 'validation') {
    return {
      type: 'object',
      description:
        'Messages by member: for members of a body a list each (`non_field_errors` for the body as a whole, nested members as `params.filter[0].op`), for parameters one text',
      properties: { code: { const: code } },
      required: ['code'],
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    }
  }
  const members = furtherMembers[code] ?? {}
  return {
    type: 'object',
    description: faults[code].says,
    properties: { detail: sentence, ...members, code: { const: code } },
    required: ['detail', ...Object.keys(members), 'code'],
  }
}

function pascal(code: FaultCode): string {
  return code.split('_').map(capitalised).join('')
}
