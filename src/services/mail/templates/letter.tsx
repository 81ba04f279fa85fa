import { Body, Container, Head, Html, Preview, Text } from '@react-email/components'
import type { ReactNode } from 'react'

const paper = { backgroundColor: '#f3eadb', color: '#2b2019', fontFamily: 'Georgia, serif' }

/** The sheet every letter is written on. */
export function LetterSheet({ preview, children }: { preview: string; children: ReactNode }) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={paper}>
        <Container style={{ padding: '32px 24px', maxWidth: '560px' }}>
          <Text style={{ fontSize: '22px', letterSpacing: '6px' }}>KOHUE</Text>
          {children}
        </Container>
      </Body>
    </Html>
  )
}
