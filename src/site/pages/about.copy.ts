/** The brand's story: Mendoza, the Andes, the Kohue plant. */
export const aboutCopy = {
  title: 'About us',
  lead: 'Kohue is a small winery in Mendoza, Argentina. We make wine in one place, from two grapes, for the people who ask for it.',
  mendoza: {
    title: 'Mendoza',
    text: [
      'Mendoza is a desert that learned to bear fruit. It hardly ever rains; what the vines drink is mountain snow, melted and led down by hand through channels that were here long before us, and a few that were dug since.',
      'A dry place asks for patience and repays it with clean fruit and long, unhurried autumns.',
    ],
  },
  andes: {
    title: 'The Andes',
    text: [
      'Everything here looks west. The mountains hold back the weather, store the winter as snow until summer needs it, and send down the cold air that lets a grape ripen by day and rest by night.',
      'They also made the ground. Over thousands of years the rivers carried stones down from the mountains and spread them in fans at their feet: round stones, white with lime underneath, with a little sand and silt between them.',
    ],
  },
  altamira: {
    title: 'Paraje Altamira',
    text: [
      'On one of those fans, in the south of the Uco Valley and more than 3,000 feet above sea level, lies Paraje Altamira. It is one of the few places in Argentina whose soil earned it a name on the label.',
      'Our Malbec and our Cabernet Sauvignon both grow here. We chose one place because two wines from the same stones say more about them than ten wines from everywhere.',
    ],
  },
  kohue: {
    title: 'The Kohue',
    text: [
      'We are named after a plant, the Kohue. It stands on our label as it would in an old herbarium: a single stem, leaves in pairs, flowers open at the top.',
      'We like what such a drawing asks of you. Look closely, add nothing, leave nothing out.',
    ],
  },
  society: {
    title: 'Twice a year',
    text: [
      'We release our wines in spring and in fall, in cases of three bottles, to the people on our list and to our members. When a release is gone, it is closed.',
    ],
    join: 'Join the list',
    wines: 'Our wines',
  },
  pictures: {
    stone: 'A bottle of Kohue Malbec on a stone ledge, vineyards and mountains behind it',
    plant: 'The Kohue, drawn as in a herbarium',
  },
} as const
