import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.js'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  icon: IconName
  /** What it does: it is read out, and shown beside the icon or when somebody points at it. */
  label: string
}

/** A button of an icon alone. It takes the colour of what it stands on, so that it can be seen on a page and on a picture. */
export function IconButton({ icon, label, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles['icon']} ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}

/** A button of a bar: an icon with its word, or the icon alone where there is little room. */
export function BarButton({ icon, label, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles['bar']} ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}
