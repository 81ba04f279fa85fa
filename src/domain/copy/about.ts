/** The brand's story: Mendoza, the Andes, the Kohue plant. */
export const aboutCopy = {
  title: 'About us',
  lead: 'Kohue is a small wine house in Mendoza, Argentina. We make wine in one place, from two grapes, and send it to people who asked for it.',
  mendoza: {
    title: 'Mendoza',
    text: [
      'Mendoza is a desert that was taught to bear fruit. Hardly any rain falls; what the vines drink is snow that melted in the mountains and was led down by hand, first through the channels of the people who farmed here before us, then through those dug since.',
      'A dry place asks for patience, and pays it back with clean fruit and long, unhurried autumns.',
    ],
  },
  andes: {
    title: 'The Andes',
    text: [
      'Everything here looks up to the west. The mountains hold the weather back, keep the water as snow until summer needs it, and send down the cold air that lets a grape ripen by day and rest by night.',
      'They also made the ground. Over thousands of years the rivers carried stones out of the mountains and spread them in fans at their feet: round ones, white with lime on the underside, with a little sand and silt between them.',
    ],
  },
  altamira: {
    title: 'Paraje Altamira',
    text: [
      'On one of those fans, in the south of the Uco Valley and more than 3,000 feet above the sea, lies Paraje Altamira. It is among the few places in Argentina whose name may stand on a label because of its soil.',
      'Our Malbec and our Cabernet Sauvignon grow there. We chose one place because two wines from the same stones tell more about them than ten wines from everywhere.',
    ],
  },
  kohue: {
    title: 'The Kohue',
    text: [
      'The house takes its name from a plant, the Kohue. It stands on our label as it would in an old herbarium: one stem, its leaves in pairs, the flowers open at the top.',
      'We like what a drawing like that says. Look closely, add nothing, leave out nothing.',
    ],
  },
  society: {
    title: 'Twice a year',
    text: [
      'We release our wines in spring and in fall, in cases of three bottles, to those on our list and to our members. When a release is gone it is closed, and we say so.',
    ],
    join: 'Join the list',
    wines: 'Our wines',
  },
  pictures: {
    stone: 'A bottle of Kohue Malbec on a stone ledge, vineyards and mountains behind it',
    vines: 'Rows of vines running towards snow-covered mountains in the morning mist',
  },
} as const
