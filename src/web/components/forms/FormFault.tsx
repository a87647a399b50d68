/** Why a form was refused, if the reason concerns none of its fields. */
export function FormFault({ text, isWhole = false }: { text: string | undefined; isWhole?: boolean }) {
  if (text === undefined) return null
  return (
    <p className={isWhole ? 'complaint whole' : 'complaint'} role="alert">
      {text}
    </p>
  )
}
