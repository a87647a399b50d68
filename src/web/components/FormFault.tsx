/** Why a form was refused, when that is about none of its fields. */
export function FormFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="form-fault" role="alert">
      {text}
    </p>
  )
}
