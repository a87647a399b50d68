import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, errorText } from '../../api/http/api-error.ts'
import { faultText } from './fault-text.ts'
import { inputAttributes, type ObjectShape } from './shape-field.ts'

/** Members of the form whose type is `string`, rather than a union of texts. */
type TextMember<V> = {
  [K in keyof V]: V[K] extends string ? (string extends V[K] ? K : never) : never
}[keyof V] &
  string

interface Options<V, R> {
  /** The shape of the body that is sent, with the labels and bounds of its fields. */
  shape?: ObjectShape
  initial: V | (() => V)
  /**
   * The fields that the form shows, as the service's errors name them: members of the body, or paths such as
   * `syslog.host`. Default: the members of `shape`.
   */
  faults?: readonly string[]
  send: (values: V) => Promise<R>
  /** First part of the query keys that are read again after the form was sent. */
  reloads?: readonly string[]
  /** Called with the service's answer, if the form is still shown. */
  onSent: (answer: R) => void
}

const noShape: ObjectShape = { properties: {} }

/** The part of a form that `<Form>` needs. */
export interface FormState {
  isSending: boolean
  /** Why the form was refused, if the reason concerns none of its fields. */
  generalFault: string | undefined
  submit: (event: FormEvent) => void
}

/** A form that is sent to the service: its values, and the faults of its fields after it was refused. */
export function useForm<V extends object, R>(options: Options<V, R>) {
  const { shape = noShape, initial, faults = Object.keys(shape.properties), send, reloads, onSent } = options
  const [values, setValues] = useState(initial)
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (run: () => Promise<R>) => run(),
    onSuccess: () => {
      if (reloads) void client.invalidateQueries({ queryKey: reloads })
    },
  })
  // `mutate` calls `onSent` only while the form is shown. Later it could close a dialog opened since.
  const mutate = (run: () => Promise<R>) => sending.mutate(run, { onSuccess: onSent })
  const { faultOf, generalFault } = formError(sending.error, faults)
  const set = (change: Partial<V>) => setValues(before => ({ ...before, ...change }))
  const state: FormState = {
    isSending: sending.isPending,
    generalFault,
    submit: event => {
      event.preventDefault()
      if (!sending.isPending) mutate(() => send(values))
    },
  }
  /** Attributes of the field of a text. `inErrors`: its name in errors of the service. */
  const text = (member: TextMember<V>, inErrors: string = member) => ({
    value: String(values[member]),
    fault: faultOf(inErrors),
    // The cast holds, because `member` is a member with any text.
    onChange: (text: string) => set({ [member]: text } as Partial<V>),
  })
  return {
    ...state,
    values,
    set,
    fault: faultOf,
    error: sending.error,
    /** Removes the error of the last attempt. */
    forget: sending.reset,
    /** Sends with `run` in place of `send`. */
    sendInstead: mutate,
    text,
    /** As `text`, with the label and the bounds that the shape has for the member. */
    field: (member: TextMember<V>) => ({ ...inputAttributes(shape, member), ...text(member) }),
  }
}

/** Why a form was refused: a text for each field, and one for reasons that concern no field. */
interface FormError {
  faultOf: (field: string) => string | undefined
  generalFault: string | undefined
}

/** Assigns the messages of an error to `fields`, the fields that the form shows. */
function formError(error: unknown, fields: readonly string[]): FormError {
  if (error === null || error === undefined) return { faultOf: () => undefined, generalFault: undefined }
  const byField = new Map<string, string[]>()
  for (const [path, messages] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    // `syslog.hosts[2]` belongs to the field `syslog.hosts` if there is one, otherwise to `syslog`.
    const [pathOfList = path] = path.split('[')
    const [member = path] = path.split(/[.[]/)
    const field = [pathOfList, member].find(name => fields.includes(name)) ?? ''
    byField.set(field, [...(byField.get(field) ?? []), ...messages])
  }
  const text = (field: string) => {
    const messages = byField.get(field)
    return messages && faultText(messages)
  }
  return { faultOf: text, generalFault: byField.size === 0 ? errorText(error) : text('') }
}
