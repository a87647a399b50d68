/** Why a form was refused, if the reason concerns none of its fields. */
export function FormFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="form-fault" role="alert">
      {text}
    </p>
  )
}
