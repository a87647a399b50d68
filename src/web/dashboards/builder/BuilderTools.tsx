import type { ComponentProps } from 'react'
import { BuilderBar } from './BuilderBar.tsx'
import { BuilderDialogs } from './BuilderDialogs.tsx'

/** The bar of the builder while a dashboard is edited, and the dialogs. Loaded when it is first used. */
export function BuilderTools(props: ComponentProps<typeof BuilderDialogs>) {
  const { builder, onDialog } = props
  return (
    <>
      {builder.isEditing && <BuilderBar builder={builder} onDialog={onDialog} />}
      <BuilderDialogs {...props} />
    </>
  )
}
