/**
 * Words of the most common passwords in lists of leaked ones, in lower case. Attackers try them first, with
 * digits and signs around them.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `abc abcd access admin administrator alexander america amanda andrea andrew angel angela angels anthony apple arsenal asd asdf ashley august austin
  awesome azerty babygirl bailey banana barcelona barney baseball basketball batman beautiful benjamin bigdaddy bigdog biteme blahblah blink boomer
  booboo bubbles buster butterfly carlos caroline champion changeit changeme changethis charles charlie charlotte cheese chelsea chicago chicken chocolate
  christian christopher cisco coffee computer cookie corvette cowboy cowboys creative crystal dallas daniel danielle database david december default
  demo dennis diamond digital dolphin dolphins dragon eagles eduard edward elephant elizabeth eminem enable enter explorer falcon family ferrari fender
  firebird firewall flower flowers football forever freedom friend friends fuckoff fuckyou garfield gateway george ginger golfer goodluck google guest
  guitar hallo hammer hannah harley heather hello helpme hockey hunter iceman iloveu iloveyou install internet jackson jasmine jasper jennifer jeremy
  jessica johnny jonathan jordan joseph joshua junior justin killer kimberly kitten knight lakers lasvegas lauren letmein liverpool login logger london
  lovely loveme lover loveyou maggie magic manager manchester marina marlboro martin master matrix matthew maverick maxwell melissa mercedes merlin
  metallica michael michelle mickey midnight millrace minecraft monitor monkey monster morgan mountain mustang mypassword naruto natasha nathan network
  newyork nicholas nicole nintendo november october oliver operator orange packers pakistan pass passme passport password passwort patrick peaches peanut
  pepper phantom phoenix player please pokemon porsche princess private purple pussy qazwsx qwe qwer qwert qwerty rabbit rachel raiders rainbow ranger
  rangers rebecca redskins richard robert rocket root samantha samsung scooter scorpion secret secure security september server service shadow shannon
  silver skywalker slipknot snoopy soccer sophie sparky spiderman spring starwars steelers steven success summer sunday sunshine superman superuser
  support switch sydney syslog system taylor temp temporary tennis test tester testing thomas thunder tiffany tigger tigers toor trinity trouble trustno
  unknown user username vagrant vampire victor victoria viking voyager warrior welcome whatever william williams winner winston winter wizard xavier yamaha
  yankees yellow zaq zxc zxcvbn zxcvbnm`.split(/\s+/),
)

/** Rows of keys, and other sequences of characters that people type as passwords. */
export const keyboardWalks: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfv',
  '147258369',
  '123qweasdzxc',
]
