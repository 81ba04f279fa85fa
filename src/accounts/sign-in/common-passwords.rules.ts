/** Passwords that attackers try first; compared in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345 123123 123321 111111 000000 222222 555555
   666666 654321 696969 777777 888888 999999 112233 121212 131313 159753 987654321 147258369
   1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx abc123 abcd1234 abcdef aa123456 a123456 access admin
   admin123 administrator amanda andrew argentina asdfgh asdfghjkl ashley austin baseball basketball
   batman biteme bordeaux buster cabernet changeme charlie cheese chelsea chocolate computer cookie
   corvette daniel default diamond dragon falcon ferrari flower football forever freedom friends
   fuckyou george ginger google guest hannah harley heather hello hello123 hockey hunter iloveyou
   internet jackson jennifer jessica jordan joshua justin killer kohue letmein liverpool london
   login love123 loveme lovely maggie malbec master matrix matthew maverick mendoza mercedes merlin
   michael michelle monkey mustang mypassword nicole ninja nothing orange p@ssw0rd p@ssword
   pa55word pass123 passw0rd password password1 password12 password123 password! pepper phoenix
   pokemon princess purple qazwsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop ranger robert
   samantha secret secret123 shadow silver soccer solo spiderman starwars summer sunshine superman
   taylor test123 testing thomas thunder tigger trustno1 tupungato welcome welcome1 welcome123
   whatever william winner wine123 wizard yankees zaq12wsx zxcvbn zxcvbnm`
    .split(/\s+/)
    .filter(Boolean),
)
