import { Link, Text } from '@react-email/components'

import { LetterSheet } from './letter.tsx'

export function Welcome({ firstName, publicUrl }: { firstName: string; publicUrl: string }) {
  return (
    <LetterSheet preview="Your account is open">
      <Text>Dear {firstName || 'friend'},</Text>
      <Text>Your account with Kohue is open. The current release waits for you in the shop.</Text>
      <Text>
        <Link href={`${publicUrl}/members`}>To your account</Link>
      </Text>
    </LetterSheet>
  )
}
