import { controlCharacters } from '../../../schema/shapes.ts'

/** An error of ajv, with the value and its schema (`verbose`). */
export interface ValidationError {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, unknown>
  data?: unknown
  parentSchema?: { anyOf?: readonly { const?: unknown; type?: unknown }[] } | undefined
}

const hasControlCharacter = new RegExp(`[${controlCharacters}]`, 'u')
/** Maximum messages in one answer. */
export const maxErrors = 50

/** Messages by field path (`params.filter[0].op`), in the interface's wording. */
export function errorMessages(errors: readonly ValidationError[]): Record<string, string[]> {
  const byPath = new Map<string, string[]>()
  let count = 0
  // `if` repeats what its branch reports.
  for (const error of relevantErrors(errors.filter(({ keyword }) => keyword !== 'if'))) {
    if (count === maxErrors) break
    const path = fieldPathOf(error)
    const message = errorMessage(error)
    const messagesOfPath = byPath.get(path)
    if (messagesOfPath === undefined) byPath.set(path, [message])
    else if (messagesOfPath.includes(message)) continue
    else messagesOfPath.push(message)
    count++
  }
  return Object.fromEntries(byPath)
}

/**
 * Reduces what ajv reports for a failed choice (`anyOf`): one error for the choice, and the errors of all its
 * branches. Usually the choice's error stays: of `5` where a text or a list of texts is expected, not that it
 * is no text and that it is no list. If a branch failed deeper in the value (`[5]`), or a nullable value
 * exceeds a bound, these errors of the branch stay instead.
 */
function relevantErrors(errors: readonly ValidationError[]): ValidationError[] {
  const choices = new FailedChoices(errors)
  const shownErrors = errors.filter(error => {
    const choice = choices.innermostOf(error)
    return choice === undefined || isDeeper(error, choice) || isBoundOfNullable(error, choice)
  })
  const explained = new Set(shownErrors.flatMap(error => choices.explainedBy(error)))
  return shownErrors.filter(error => !explained.has(error))
}

/** The failed choices (`anyOf`), by the path of their value. */
class FailedChoices {
  readonly #byPath = new Map<string, ValidationError[]>()

  constructor(errors: readonly ValidationError[]) {
    for (const error of errors) {
      if (error.keyword !== 'anyOf') continue
      const choices = this.#byPath.get(error.instancePath)
      if (choices === undefined) this.#byPath.set(error.instancePath, [error])
      else choices.push(error)
    }
  }

  /** The innermost choice with a branch that has this error. */
  innermostOf(error: ValidationError): ValidationError | undefined {
    let innermost: ValidationError | undefined
    for (const choice of this.#enclosing(error)) {
      if (!isInBranch(error, choice)) continue
      if (choice.schemaPath.length > (innermost?.schemaPath.length ?? 0)) innermost = choice
    }
    return innermost
  }

  /**
   * The choices whose value an error describes in more detail. If a branch is a shared schema, the schema
   * paths of its errors do not show the choice, so only their place in the value counts.
   */
  explainedBy(error: ValidationError): ValidationError[] {
    return this.#enclosing(error).filter(choice => {
      if (isDeeper(error, choice)) return true
      if (isInBranch(error, choice)) return isBoundOfNullable(error, choice)
      // Another failed choice of the same value says no more than this one.
      return error.keyword !== 'anyOf'
    })
  }

  /** The choices at an error's value and at all enclosing values. */
  #enclosing({ instancePath }: ValidationError): ValidationError[] {
    if (this.#byPath.size === 0) return []
    const choices = [...(this.#byPath.get(instancePath) ?? [])]
    for (let end = instancePath.lastIndexOf('/'); end !== -1; end = instancePath.lastIndexOf('/', end - 1)) {
      choices.push(...(this.#byPath.get(instancePath.slice(0, end)) ?? []))
      if (end === 0) break
    }
    return choices
  }
}

function isInBranch(error: ValidationError, choice: ValidationError): boolean {
  return error !== choice && error.schemaPath.startsWith(`${choice.schemaPath}/`)
}

const bounds = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'])

/** Whether a value has the only non-null type of a choice, and exceeds one of its bounds. */
function isBoundOfNullable({ keyword }: ValidationError, choice: ValidationError): boolean {
  const branches = choice.parentSchema?.anyOf ?? []
  return bounds.has(keyword) && branches.filter(({ type }) => type !== 'null').length === 1
}

function isDeeper(error: ValidationError, choice: ValidationError): boolean {
  return error.instancePath.length > choice.instancePath.length
}

/** /params/filter/0/op -> params.filter[0].op; the whole body is `non_field_errors`. */
function fieldPathOf(error: ValidationError): string {
  const names = error.instancePath
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = error.params
  const member = error.keyword === 'required' ? missingProperty : additionalProperty
  if (typeof member === 'string') names.push(member)
  let path = ''
  for (const name of names) {
    if (/^\d+$/.test(name)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
  }
  return path === '' ? 'non_field_errors' : path
}

const messages: Readonly<Record<string, (error: ValidationError) => string>> = {
  required: () => 'This field is required.',
  additionalProperties: () => 'There is no such field.',
  type: ({ params, data }) => typeMessage(String(params.type), data),
  minLength: ({ params, data }) =>
    data === ''
      ? 'This field may not be blank.'
      : `Ensure this field has at least ${params.limit} characters.`,
  maxLength: ({ params }) => `Ensure this field has no more than ${params.limit} characters.`,
  minItems: ({ params }) => `Ensure this field has at least ${params.limit} elements.`,
  maxItems: ({ params }) => `Ensure this field has no more than ${params.limit} elements.`,
  minProperties: ({ params }) => `Ensure this has at least ${params.limit} members.`,
  maxProperties: ({ params }) => `Ensure this has no more than ${params.limit} members.`,
  minimum: ({ params }) => `Ensure this value is greater than or equal to ${params.limit}.`,
  maximum: ({ params }) => `Ensure this value is less than or equal to ${params.limit}.`,
  const: ({ data }) => choiceMessage(data),
  enum: ({ data }) => choiceMessage(data),
  anyOf: anyOfMessage,
  pattern: patternMessage,
}

const typeMessages: Readonly<Record<string, string>> = {
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  boolean: 'Must be a valid boolean.',
  string: 'Not a valid string.',
}

function errorMessage(error: ValidationError): string {
  return messages[error.keyword]?.(error) ?? 'This value is not valid.'
}

/** The pattern of names and titles (`lineText`) refuses control characters; the message says so. */
function patternMessage({ params, data }: ValidationError): string {
  const isOfName = String(params.pattern).includes(controlCharacters)
  return isOfName && hasControlCharacter.test(String(data))
    ? 'Control characters are not allowed.'
    : 'This value is not valid.'
}

function typeMessage(type: string, data: unknown): string {
  if (data === null) return 'This field may not be null.'
  if (type === 'array') return `Expected a list of items but got ${typeNameOf(data)}.`
  return typeMessages[type] ?? `Invalid data. Expected an object, but got ${typeNameOf(data)}.`
}

function anyOfMessage(error: ValidationError): string {
  const branches = error.parentSchema?.anyOf ?? []
  if (branches.every(branch => branch.const !== undefined)) return choiceMessage(error.data)
  const types = branches.flatMap(branch => (typeof branch.type === 'string' ? [branch.type] : []))
  const [only, ...others] = types.filter(type => type !== 'null')
  if (only !== undefined && others.length === 0) return typeMessage(only, error.data)
  if (types.length === 0) return 'This value is not valid.'
  return `Expected ${[...new Set(types)].join(' or ')} but got ${typeNameOf(error.data)}.`
}

function choiceMessage(data: unknown): string {
  if (data === null) return 'This field may not be null.'
  const shown = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return `"${shown.length > 100 ? `${shown.slice(0, 100)}...` : shown}" is not a valid choice.`
}

function typeNameOf(data: unknown): string {
  if (data === null) return 'null'
  if (Array.isArray(data)) return 'list'
  return typeof data
}
