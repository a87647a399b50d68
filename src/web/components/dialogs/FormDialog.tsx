import { Form, type FormProps } from '../forms/Form.tsx'
import { Dialog } from './Dialog.tsx'

interface Props extends Omit<FormProps, 'onCancel'> {
  title: string
  onClose: () => void
  className?: string
  /** Width in pixels. Default: 720. */
  width?: number
}

/** A dialog that contains only a form. */
export function FormDialog({ title, onClose, className, width = 720, ...form }: Props) {
  return (
    <Dialog title={title} onClose={onClose} width={width} {...(className && { className })}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  )
}
