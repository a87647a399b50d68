import type { ReactNode } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { Button } from '../Button.tsx'
import type { FormState } from './use-form.ts'
import '../kit.css'

/** Properties of a form, on a page or in a dialog. */
export interface FormProps {
  form: FormState
  /** Text of the button that sends the form. */
  action: string
  /** Shows a button that closes the form. */
  onCancel?: () => void
  /** False: the form cannot be sent yet. */
  isReady?: boolean
  /** Content beside the buttons, on their left. */
  aside?: ReactNode
  /** Fields in two columns instead of one below the other. */
  isGrid?: boolean
  children: ReactNode
}

/** A form: its fields, the reason if it was refused, and its buttons. */
export function Form(props: FormProps) {
  const { form, action, onCancel, isReady = true, aside, isGrid = false, children } = props
  return (
    <form className={isGrid ? 'form-grid' : 'form-rows'} onSubmit={form.submit}>
      {isGrid && <FormFault text={form.generalFault} spansColumns />}
      {children}
      {!isGrid && <FormFault text={form.generalFault} />}
      <div className={isGrid ? 'form-actions whole' : 'form-actions'}>
        {aside}
        {onCancel && <Button onClick={onCancel}>{componentTexts.cancel}</Button>}
        <Button type="submit" className="primary" disabled={!isReady || form.isSending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

interface FaultProps {
  text: string | undefined
  /** Takes both columns of a form with two columns. */
  spansColumns?: boolean
}

/** Why a form was refused, if the reason concerns none of its fields. */
export function FormFault({ text, spansColumns = false }: FaultProps) {
  if (text === undefined) return null
  return (
    <p className={spansColumns ? 'complaint whole' : 'complaint'} role="alert">
      {text}
    </p>
  )
}
