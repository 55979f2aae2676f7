/** A home site that is completely in a public repository. `bring.ts` fetches it; nothing of it is stored here. */
export interface RealSite {
  host: string;
  /** `owner/name` of its repository. */
  repository: string;
  commit: string;
  /** The repository folder that contains the site. */
  folder: string;
  path: string;
  kind: string;
  language: string;
}

/** Sites used for development, one a line: host, repository, commit, folder (. for all of it), path, language, kind. */
const tried = `
mockupshot.online 0000wei/mockupshot f6f520c811ec76204b8ee76e14ca567f426cfd17 . / en free tool
datarecovery-sa.com 01team9639-maker/datarecovery-sa 26f7864f157cce2b33d6722c07ee3c219c58722a . / ar local service
shimulabo.com 0604mitsunori-ux/shimulabo 5d8d2a82b5280f7753be8304ac818d04a836d4e8 . / ja learning site
leapp.studio 0xdevxyz/leapp-studio-site 5c14666b1043fb92c6186b90d51628de86d09641 . / de agency
11l-lang.org 11l-lang/11l-lang.github.io 560f043cb05bcbf758a6411eaefaf24c5b8c4e6e . / en programming language
provaro.12f.dk 12fdk/provaro.12f.dk 53aa245e879445366fb3691d3daf3460aedd05ce . / en mobile app
kristall-reinigung-wesel.de 19ReginaB91/Kristall-Reinigung 8334de0246639189244c4b58201336e34ce4c427 . / de local service
ristar.co 2MMisha/ristar.co-website 73e3175caae9dfaef9e29f71e19e5f5794a50f54 . / ru mobile game
liczmat.com 3d-polednia/materio-web 5b168035e2e9cbab5b3e67ff450b797418d88e7b . / pl free tool
tab-saver.app 3sheng/TabSaver 984866a2dc9f12f731df6800703fdf2d820df2d4 . / en browser extension
pureux.com 3zatJP/pureux.com 30d2b393e394a29c903a087b6384d4b6937bf368 . / ja company
al-rouby.com 4MaxR/al-rouby-customs-website ae28d54baf7e290deb0eb5676317b33a7ce39522 . / en local service
ukbtech.com 7965191/ukbtech 8dc0be1310f1cc432a718b1f097501e57c5c8dcc . / uk local service
swellsync.fr 7S3ER3G4IO/swellsync.fr-app 664b88597320f856e7df96642c564495b6cfc7fe . / fr subscription service
irelisgroup.com AB-TECH-SOLUTIONS/irelisgroup.com 9734750008fc9a9c676fcd81658058e34480a0fc . / fr agency
ados-conseil.fr ADOS-Conseil/ados-conseil.github.io 4b21250973b3f3f1985566c9b2ce88da0a135d12 . / fr agency
adesign.pl ADesign-yt/ADesign-yt.github.io e12a023bb999c907868fdd02a0ca57bfa5cbe4ed . / pl agency
suvera.com.tr AbdullahBesirArat/suvera e71e97a65be2d04fd66c46d8c50eb0a509c12a1d . / tr shop
webey.com.tr AbdullahBesirArat/webey-saas ab2a8775d8e80d20f51312d8a147a79d35706193 . / tr subscription service
galey-ariege.fr AdrienJaguenet/www.galey-ariege.fr 637ab0ce28745be8c0ea983bf01839f197c611ca . / fr place
puntual.net AleJCP/puntual-landing c4b0f75ec0a25be35b401c81ce126ff58e63fff2 . / es subscription service
inboxseguro.com AlfredoPreznez/inboxseguro-landing 2eb102f750a50f33f1b748035cae4745fb5cc5e1 . / es subscription service
antherus.com.br Andressa-Anthero7/antherus.com.br 1afc6ed273cb2470f89c13536139bd5aabeac50a . / pt agency
apppubli.com.br ArthurSPO/AppPubli-Website 5a55ab6726b457feaee910687ac7e4290852760b . / pt mobile app
safrabook.com.br AugustoTanner/safrabook-landing 94dc4b59eaa641bb4c84a768d1341eab0a987eff . / pt mobile app
swrastreamento.site AyeresSegtowick/sw-rastreamento-site d548cb34afbfb510f432d237c2e8d1cd14201fc9 . / pt subscription service
oskapollo.pl BartSla/oskapollo.pl 11e148f9741b20920de9007ca054cb20ad378bb2 . / pl local service
dawnotemu.app DawnoTemu/website d53847c099a9efb7e786da4942ba6c24403b9da6 . / pl mobile app
femmedrive.it ELIARH-ORIGINAL/femmedrive.it fbd68998a031bef3c0d932d2262a6094c619395a . / it association
eussmotorsport.cat EUSSMotorsport/web ffcd5f234ca869909f82e490c42f16b833870511 . / ca association
ez2manage.nl EZ2Manage/EZ2Manage-HTML 5d6296e4fff958a43e3e4677a635fb8429bff129 . / nl subscription service
safephone.io.vn Ease-Studio/safephone-homepage b26f699f34bd102e81de0260f488162247c98f13 . / vi mobile app
easecation.net EaseCation/easecation-website af94e8c0379aa6330f1a8e4d01e834abb3064c43 . / zh game
easycall.app EasyCallOneTouchPhotoPhone/easycall e734e10a38257a70248bfc7c736bc1527bdd70c6 . / es mobile app
roofsignal.nl Fejolu/roofsignal 07ed02554a8d6620a43366ea689382a5d2a94872 . / nl subscription service
cheneysilk.org GreenhouseStudios/cheneysilk 060f75e6b73a30affdde43025dac39558405e78d . / en association
klaggio.it Klaggio/klaggio.github.io 5ba63f928f073b818d5504941c0a08e881e62cd9 . / it mobile app
loladesk.com Mdy305/LolaDesk d03d50b1631c3264339d95b76e3fd15cd3ee3cea . / en subscription service
mechanicmarketing.co Mechanic-Marketing/mechanicmarketing-static 23aa80665947fa88cf3482be230e7e1a27ada406 public / en agency
medicfollow.fr Medic-Follow/website 559fdaac3eaf00925e4576f4c40a256985b74f1b . / en subscription service
mediclog.org MedicLog/mediclog.org f212e2988e17747562979ed46294ebc2e29c4368 . / en mobile app
medischcentrumblauwpoorte.be Medisch-Centrum-Blauwpoorte/Medisch-Centrum-Blauwpoorte.github.io de2542f840720254392d7938bffc5a1acbf891c1 . / nl local service
brevettiamo.it PatrizioPZ/brevettiamo cdffc458ef27a4fdaf165970913348e0bd682e81 . / it marketplace
brackets.io adobe/brackets.io 9234d01df0f1c9bbedb2c5336435e0608d27516b . / en open source
itadreamteam.com aherrerassantos-afk/itassistance-web 9f2a4bb9f64ee9a7550258a506ad4ed37bf39cd5 . / it local service
pennino.app alexlenzi00/pdfstudio-site 57715c4872f1d0ffbfce7dd498f86731f9f74322 . / it desktop app
semplicom.com amministrazionemadeservizicom/semplicom.com 4e9348749425ab8bf07efc1f1943dcada2980e4e . / it subscription service
openscad.org openscad/openscad.github.com a1a7ce6b751fa03a8df8fca02c6234cd34744121 . / en open source
transmissionbt.com transmission/transmission.github.io 910226a91860a56efe8e86fadc466ea150b167d0 . / en open source
inswing.ai 01087204162ian/inswing df472270adf921e928c8f708e9ad5ae7bded3bcc . /ko/index.html ko mobile app
qbittorrent.org qbittorrent/qBittorrent-website 1a7f211c695b659fcedc4cb12f5a5e120bcc011f _site / en open source
21digital.jp 21-digital-jp/21-digital-jp.github.io 341af84d4148ea4cb6d3154402bd51d2bb426ade . /ja/index.html ja company
chaos-feuerbach.de 0snap/cfb 0637b14fb5afeac42d19cec50a345b97e1e0db89 public / de association
mediumfuture.bg MediumFuture/mediumfuture-site f40a76e79ff9a605842a2dbf34014ca77aafc3d5 . / bg marketplace
coffeeluwa.com Bedmor/coffeeluwa.com 329114c7d3b1fea57aa94f38041b090db5f01cce . / tr shop
fitzhr.com Meataxe4/Fitzgerald-HR-Ai 941737b42ec1a56061579400fb2db9cde5d588b5 . / en subscription service
astrokey.es Aguti1902/astrokey-website 9812e9e40ccfce08b7bf05c8a363eab9c0d65b50 . / es subscription service
marketposs.com MustafaKC52/marketpos-web b1b682c324f9ba7c21c45bb1e977f1ee4d10da53 . / tr desktop app
streampulse.fr AlexisAMZ/streampulse-website e4824ea80bb8173251351aaea5929e4a9e3c0ce8 . / fr browser extension
nailnow.app Brunizm/nailnow-site 1d390bda8aaf9dfe11db82c7d6a903fe7126cfd8 . / pt mobile app
dipnot.app Dipnot-App/www.dipnot.app 72bf26a9d48335cbe000df9efc4a10357a895e7d . / tr mobile app
systemtargowy.pl BezCenzury/systemtargowy 572d02197f2f6b1a67dd374380ff185078f196a0 . / pl agency
1inventory.io 1warehouse/inventory-site 00bb33e37cebc5b640cd8fdae820b13bab6f3945 . / en mobile app
rfbench.de 19Moses81/rfbench-site 4589566020d20fc241f5bd6bf916e5b8c6d4426e . / de desktop app
betatesterpro.com 12-testers-for-14-days/12-testers-for-14-days.github.io 13c8108c523e4d8a4b64c8b267c68b1447cb1506 . / en agency
mygymbro.fr AT1XSHA/mygymbro-website 11155a9bc6ad7c1ab18b5f2bb1fb4c227fec008f . / fr mobile app
safetycar-auktion.de 140519661/safetycar-auktion c684537235b24236997a8b4d5796cb9801675382 . / de marketplace
candybloomcandles.pl Ariergardan/candybloomcandles 886cbc0a5c75757e38ad1cbf0560edb50810be57 . / pl shop
photovault.2stable.com 2stable/photovault.2stable.com bd33b342401bfb89888f8156a7d5f7b75c7b879e . / en mobile app
ornata.app 08820048/Ornata_site c33b2b735d3ddcfcfd22a57fb145c7e2ef877a00 . / en desktop app
govmeet.jp 3volt-MI/GovMeet-LP 72e46d271c769f236b1f4da9b6d712db8e6bef88 . / ja subscription service
breeders-flow.com BSK-Ryo/Breeders-Flow 4e84c3613ceeef3c547232a58c050f26b9481752 . / ja subscription service
gpt-image.dev GitHub30/gpt-image.dev 15a70efe5e16b0b63c3c0bc74212f47845a48761 . / ja free tool
optidevis.fr 0ptiDevis-Pro/optidevis bcee6faccef58a8fcf9616aed47748bae8b05cce . / fr subscription service
anb.draftinc.xyz AceCombatx/Anti-Nuke-Bot 6be10c605dfe02bd5fb5f2c3860f1ae33907fd7a . / en bot
vigrestadmaskin.no 108-Dev/vigrestadmaskin 8514863438027bdcf2f6055171a5de6249ff022d . / nb shop
tweettimely.com Adong-o/tweettimely e5c5a2c88db50767138e13388ca3ae311001a22c . / en subscription service
duofide.it Academia-Duo-Fide/duo-fide 8e6c6dace193ff339b89fff43326ba89bfbc1db6 . / it association
clubhq.cloud ClubHQ-Cloud/clubhq.cloud ac992f1fb468f990284c66fec650ccff71222f82 . / pl subscription service
alarmevo.com ALARMEVO/Alarmevo.com 36b93f747020cbbde050e3faeb3f8af6c0977d90 . / fr local service
calculadoravet.com.br AbelChiquetti/CalculadoraVet 4c246768eb1c563f0b5a32c76b2161e73e51973a . / pt subscription service
kervankahve.com Kerem-Kirmaci/kervan-kahve-site ca30e9c9e28235a2725e7667912bb86feb42c89b . / tr shop
01data.com 01data01/01data-website cbd6b9b89f0bece73c4665831a4254166090d3cb . / en agency
rowpilot.app Aho0526/RowPilot-Support 8e9e9154033163f2370f0dd83eec5cebf6f07c23 . / ja mobile app
3dprintmaxxing.com 3dprintmaxing/3dprintmaxxing 7a8db407408ab8b50d9ce82954a7e15723c51e9f . / en local service
cocochii.jp Cocochii-platform/corporate-website 2be82a71166bf339c3652f6ba417d2c5dba51310 . / ja community
0200project.com 0200project/0200project.github.io c2654caa5a120020a7fa29b65e5acb35d380244c . / en developer tool
quietrite.pl BlueSquiz/quietrite 03fe1deb8b4434f4419a54f89126d0295de98cc9 . / pl agency
informevehiculodgt.es 2030294/informevehiculodgt d476b8802882dac4044fdda69d718c4acee175cc . / es service
pin-academy.ru 3a3a3y/pin-academy 599005859db8ba1749c9e34c1f6c0840724dd112 . / ru course
buddybird.xyz ASM-joynnovate/buddybird-landing d26a1a50e2c787e5e0ebf92ce745ab721df24ca5 . / en mobile app
alquilasinproblemas.com ASPALQUILA/alquila-sin-problemas 8d2200558bb59cbfac471bf9935878ba398626a7 . / es local service
morse-beacon.app 13ond21/morse-beacon-website fe6a8fd95f1f6934c7ee29cebb135e2f58d46984 . / en mobile app
boat-tour.al 2026-adcwebsite/boat-tour c761f0e0114173effc80e91c57e8a9cbee6d0877 . / sq local service
quickconverter.app Ahmedin-Jamil/QuickConverter c72d808e0f1617eb200298faf6d76ce4fdb83af4 . / en subscription service
senda.app AdilH-Dev/sendasaas 6c890b06d43ab92c4c7e9c057652b264251d17e5 . / en subscription service
finanse-strona.pl AkolopMini/finanse-strona 826b7667123953f009699263f4eff41ce5e29f46 . / pl learning site
finanskolay.com.tr By-Kush/finans-kolay 35ce580baaf1b03cff5c97f7f24442311a7c3280 . / tr free tool
agutidesigns.es Aguti1902/agutidesigns 2832954958b469582c1789145d8ab6e8582b17a1 . / es agency
arteenluz.es AMJordan886/arteenluz 73c94ab7c84ef6ffce7cadb53f2f30f17a1a30c7 . / es shop
yijingonline.app 2mx/yijingonline.app 885c0db941f92e764bb4c3a35fd7fb6326617639 . / fr free tool
cocleancar.fr A-ICO/co-clean-car 50cf020c8013f65ba52f9f2baf593b7099582088 . / fr local service
acerte.com.br 14pnts-hoje/acerte 99308946eedd4f6837f54ab9ba05afe38619bce8 . / pt course
loterizando.com.br Arthur-Rs/loterizando 79c5606ccac07fc8013be8eb8d14fe59c32a06fb . / pt course
naturapsa.pl Dobowicz/NaturaPsa f994496ffb0fc6b95b9fa406d64a71c41af4f235 . / pl local service
mastry.jp EZASI/mastry 464beaa962f31d5b95ba35b97bfaaaf0f260c742 . / en shop
thekomat.com 19Toni99/thekomat 0eb2e8a2b54d4b2d340e163c5794ae213c2fc02d . / de company
2rauf.de 14schillis/2rauf-website c1506e5cf4d622bdd3fbdb8a8f9ae1a8cba4a287 . / de artist
thebetiq.com AgentJarvis32/thebetiq 2bebfa629b0483eebb75b8abf0e24737d2bd89cc . / en reviews
comlink.com.tr AbdullahKaraosmanoglu1/comlink eb26c7be41a884b0720e90cc1e085fb6b6b1a8ff . / tr shop
brandmonitor.com.br Aenewsss/brandmonitor-site-testes 2adbd04a39b456a50b39cd487059acaae286b574 . / pt subscription service
appsriad.com AppsRiad/appsriad.github.io 904cb9b677159c2f41699db9fcbd82a3bee52478 . / pt mobile app
akranca.org Akranca/akranca-web c4aa429f24dacdad1b79c32ad1dee48e6fe52789 . / tr association
kibrisbot.com ArdaBilgehan743/kibrisbot-landing 49f29dbc9e3057569feac4b0a302199419495c30 . / tr subscription service
bkstudio.com.tr Burak-Kemer/bkstudio-web f0a5622bc0e9317fb0d029bb079bdea94c0b54a7 . / tr agency
witkraft.pl DawidW1/Witkraft-Strona 239f09a82ca1d5483bbcb6acc0fe8c95ea6012db . / pl shop
bizneso.eu CrystaLogic/bizneso.eu 6e383987a6cf5c378433b4cae01c2aa98600769c . / pl course
narzedzia-biurowe.pl Baimless3/narzedzia-biurowe 8866bbba0ce7720aeb91ceec37f4bdc86922af13 . / pl free tool
surfexia.fr ADF-ops/SURFEXIA 34590c9b35ff78604786a83e6f7fc332d6266c39 . / fr company
tetria.fr AI-Theo/tetria 98f20002b7030c6b16f0f06cd25fcaaceece7005 . / fr subscription service
roomradar.app Abla25/roomradar-landing 2e9e46e723da943707578e981c3f45f0fa6d1582 . / en free tool
sayitforyou.app AbhishekSinghShekhawatSDE/SayItForYou-V2 9eb3f75510b7270fe477a35728cd2da798dca312 . / en free tool
unlocked.it Abe97/Unlocked 159772091d5c5dcf38ff655656912a84e4e7427b . / it association
guttis-hausmeisterservice.at 123Matthias/Guttis a32289a6538f76e75f23854adf3eafe3cd775be8 . / de local service
linplan.jp CHIHIROTSUBOYAMA/linplan 8bad3fd3a1667a6c50f1c44e53ac2d5c82ff9ad4 . / ja agency
kehare.jp KeHare/KeHare_site a9bf0265e27997739e65dd0fc98092ed40b0b43a . / ja agency
svetvyprav.cz jit-unic/svetvyprav.cz 8ac76a7e1da68c098591065cbefc8968d6ad1ffc . / cs shop
sportcreative.cz Dvorinka/sportcreative 802842782783d7d2b17f914d0397586dc2aa10ec . / cs agency
pausecafe-app.fr Koala07swiss/pausecafe-app.fr e19da0b12ac6149f8fa5bea62dc1a15b122ff619 . / fr mobile app
taskutalkkari.fi rickenby/taskutalkkari-website 8c14050bfbc721f8e15588f85d2862bfd3425838 . / fi mobile app
ristoflow-ai.com ristomanager-it/ristoflow-sito 8d9e676420cc5cf46f3a5fe1a564774089cfe0f1 . / it subscription service
hydratenowapp.github.io HydrateNowApp/HydrateNowapp.github.io 1619fef6ed9d422edacbd21908881bca22b0f878 . / en mobile app
aitherapist.ru AITherapistChat/aitherapist-site 27c3d8843f6e51512bee9cd9334e2dff2ca78cf6 . / ru bot
kwispl.be Kwispl/kwispl.github.io 4829738dbd41f8ce67515eddf731b2041a3c1102 . / nl local service
spreclamebureau.be SPAGENCYBE/SPReclamebureau 2612c3150dd33218fdb867fee895f9ee88425f96 . / nl shop
sykowni-chlopcy.pl B0ZIA/sykowni-chlopcy.pl 42543c5dcaa1baa3ae5f625ec02091d562385735 . / pl local service
minnano-hyouban.com Kanta02cer/minnano-hyouban.com d2db5cd9d2738c5020577df08d5d614ad9462355 . / ja reviews
moneaglow.com Funayama27/moneaglow.com 30159d1ae9dfa0fab3e7ec8c899e693f8c3cc503 . / ja shop
napsugarkonyveles.hu kzoli39/napsugarkonyveles 5f674d26f0680da57f55f89a5247248f1931d1bb . / hu local service
vocaris.eu christophgerhardt-del/vocaris-website 5a8ff69aab521dc9ad11b9a64b2c8f3bb7f8236d . / de subscription service
rapportly.no Larsen-Digital-Solutions/rapportly-website 8e5fbffbd1a660bf4509a3a9f6987b87040c50f8 . / nb subscription service
omega.com.vn contact-omegaerp/omega ca22f0687b246bee2feb0304188f93a31eb4d0d8 . / vi company
coffeesonghau.com coffeesonghau/Coffeesonghau 6c0d66cee4c621c3df644358bacc604e2c7c13d6 . / vi company
teoriguiden.dk TeoriGuiden/TeoriGuiden.github.io 05dc101900eb27bae9bc6195a0533395e51700f3 . / da mobile app
smartcart.dk christianlundt/smartcart.dk c922ff42af4e29d8515b2d9fbedab36d7a8b4680 . / da mobile app
gruponostradamus.edu.pe DFVV88/gruponostradamus bbecff9a01ccb8ba4affbca2ea6a170284be4fc4 . / es course
afeaes.github.io Afeaes/afeaes.github.io 6f62873301f56fa5ccc254e9be6f41d10da545e1 . / es association
ailang.codes AiLangCore/AiLangCore.github.io 6289f593aa6285e188bedbaa271c0c7ef5d717a6 . / en programming language
decant.covai.org Covai-Labs/decant d13b8aeec023be43804fc3385223720c94f7bac9 docs / en browser extension
academy.gugopro.com 9908gg-art/gugopro-academy 9a3c30589940fefaf2b8cec4cd7cdd85e9f74369 . / zh learning site
nexiflow.cz ThatWHYOVEC/nexiflow-web 20bb2aba54e56d4db8c4bcf45cbadf9f630b27ee . / cs subscription service
3dtoolbox.info 3DekoPrint/3dtoolbox 1b6a23aa7121760ae96c78b318d82f5a3f7d8018 . / de free tool
taxidrivercontrol.com 3lliot2020/taxidrivercontrol.github.io 8acd4cad649d8534c0dc76495d587201b95977bc . / es mobile app
essentialbits.pro 0penSimple/essentialnopopups 0715ad1c0eb585123ee5bfcd6b57ce8c8ef23157 . / en free tool
11h42.com 11h42/11H42.com 4df01071c28ffa6848b6f2e7def2ade7e4a91375 . / fr agency
mylabeln.com 2525nxrei-spec/labeln b0beb78a9cfd65497b47b57f06f104e0a195a469 . / ja subscription service
convocacoes.com.br Convocacoes/site f6b1393c4f18f3869f33a01eb7263629255511e8 . / pt subscription service
construindo.com.br Construindo-App/construindo-app 85365c65e357a71b543334d2bd81078e867296b3 . / pt mobile app
farmgps.hu cryko98/farmgpsweb cb6b3ae48739684c071b1dd5b0daa229eed024a4 . / hu shop
myhistamate.ro catalinasuteu-lang/myhistamate-site d93536aceea03770658ef43655a5792904d020b2 . / ro learning site
360ops.ai 360opsai/360ops-site e0af6632be6229efa609b6fbb35b33b246560eca . / en subscription service
aihjalpen.se Kreatum2025/aihjalpen-frontend 3489df001e230979b7300310c854ca56aa97eeef . / sv subscription service
presensita.com arhamullahkamaruddin/presensita 61edf46bf23090b36e5dff188e1bee298ce48e51 . / id subscription service
ehbodepot.com 48dgpkws68-spec/ehbodepot 3543fc1dbd8a66f8e8a066d3c81c119f93c06649 . / nl shop
warden-8c4.pages.dev chadcorp/warden 77b19532566bee63e930f391769dbf24b8e4b9f2 site / en developer tool
chaiovercode.github.io chaiovercode/on-air 171ff83c7b51710a2c23f86c0e5ce079adf2c4bb site / en desktop app
1foreverhd.github.io 1ForeverHD/TopbarPlus 44514e1df3d401185cc70cf8c4f6913c3b0bc881 site / en documentation
postpilotapp.nl Toms-Ambitie/postpilot-website 57d6debef3e7adbc95508f9a15343748b0fabcf9 . / nl subscription service
svensktmedborgarskap.nu AdaptiveLearningStudio/medborgarappen-se 6d1e78f3ee3c190026630d9ab704b551eb6db7b5 . / sv mobile app
terminmarktplatz.de AlltagsBuddy/Terminmarktplatz.de 74fa4ad63ab573bfb2d6ddb43d58d41c3d9e42c1 . / de marketplace
motionstudiodev.github.io MotionStudioDev/gravebots a5dc9fb3f2a590100231250f3b46063af6c8fe55 . / tr bot
ascult.ai vre23/ascultai-website 65753c7fbccb59c9890756f7e503261b193d638d . / ro subscription service
fieldtunnel.com DHCautomation/fieldtunnel 3f92df519428ff2d1a61c47d096dcd0e1b99b73b . / en hardware
weatherfit.com AntonChuiko/weather-fit-website 3a0228552af72126937575406152f40c5fda2a9a . / en mobile app
gocrm.ma AsmaeAmoudan/GoCRM b0ff6573185774d0e779986c9f59f1fe4f947358 . / fr subscription service
dictx.splitlabs.io 0xNyk/dictx 0fb6cf871c9afdb002f7aa025ce06266a8f336fa landing / en desktop app
airteg.github.io Airteg/golos-site 3f2d30f41247c995497d7827fc799fcc165577d3 . /ua/index.html uk browser extension
aifunnyplay.cn 2082594661/ai-tools-hub 31488c667fd01a0947d5fb3933742a5d017d133c . / zh free tool
flatfinderil.com IgorPrasov/flatfinderil-website 497850950dde276d706f39d4ab8f4941c1007adf . / ru service
1llum1n4t1s.github.io 1llum1n4t1s/Taskmetry bc183e4c0b4dc542b0b6c66445ae1341acd879f5 landing / ja desktop app
mkenv.sh 0xa1bed0/mkenv 03b50821af3fbd4edd2d703ba596f5c7b67f5512 website / en developer tool
aprencatala.cat ncalbet/aprencatala-web d36cf56e7330921c0a25485c374bbee223b57e08 . / ca learning site
beagle.chat 0xli/beagle-site 49227678d0c512409b67777b2e15306fe1597829 . /en/index.html en mobile app
carboland.cz carboland/carboland.cz c1e541bf0c71c3afdfb25014e259f553c680a0d0 . / cs company
verkkopantteri.fi Verkkopantteri/verkkopantteri-site 7e6f2a48b2ffe746e322b31504d63aed3f200485 . / fi agency
mrezasolidarnosti.org IT-Srbija-Org/solidarityLP ae4f9f752c65f465ff649ecd94cbb8a1ebde229d . / sr association
barokahhalalanfood.com barokahhalalanfood2025/barokahhalalanfood.com 63cf2e0bd49788c89554c86dc6a789cdf46ef0d3 . / id shop
artichost.no JoachimBye/ArticHost 84785ae62a8be1883469d2da9e87d95593eb7ae3 . / nb local service
duyoven.vn duyoven/duyoven-vn-site 18530a235f9f61cbd94225ad36f2c57a42cc126f . / vi shop
ailiv.it ChatMano/ailiv-sito 6f8d3ff2e0016d6c8c3410390de7a8ec7cd5611b . / it agency
prylval.se CodeMayhemByAJO/prylval a5094b705eaf9cf3de9e70f98adb36e24a73915c . / sv comparison site
spick.se Spickapp/spick f1b1a9f6460d23a5ebdb51a2b8d408db06fc15ad . / sv booking service
campuseats.com.br OrionSites/campuseats 49f65f0f551009925657003dd49e7543272d032c . / pt mobile app
myvault.moodex.cc Yanghe1941/MyVault-official-website 08678f3152e2fbeb215ddfa4abe5261b98a356bc . / zh mobile app
furasapp.com Furasapp/furasapp.github.io dd03015036d336846d49ab222c951e20507e0d84 . / en mobile app
starly.cz RomanJelinek/starmap-lp 04c32f5ff8ea3d7f0e1c286511a31d4ae8f9dcd2 . / cs shop
assmv.fr 2025qianfan-png/testcivique.github.io 4c3a1a8d35bd4f80ee439b83c310d08dcfd82efc . / fr association
ausztriaradar.hu kvcstms11/ausztriaradar b05a99d765a006cc6629842a51b96468786df428 . / hu newsletter subscription
lochos.com.br thigaia/lochos-site 8de4887be6b136b857ccc0818fce5999baa4e817 . / pt mobile app
petstep-lt.github.io petstep-lt/petstep-lt.github.io 31018b4f4ed8111af1994aab10eeb02e39d1a6fa . / lt shop
xiaobenben.vercel.app XuZhaoTong/xiaobenben-releases 63821ff7066bd9109fa1200dac65bd083d80ad6b . / zh desktop app, game companion
nuomity.lt Nuomity/nuomity-landing 045bd0549ab7c03eeee3fcb58a4503766d2a6e74 . / lt subscription service
florestacalc.com.br FlorestaCalc/florestacalc-pro-site c58314dbe988144383b531b8f45b1fc6c5fb9500 . / pt desktop app
deskreen.com Deskreen/deskreen.github.io a1e54fd47b081873812039b39d9009bb4cc817e0 . / en desktop app, open source
exitvpn.com ExitVPN/website fe9db7e244a01cfa42c5964b2e42d3b80934ba66 . / en mobile app
vcore.gr GabrielAth123/vcore 2fb5fcea7235adfab12bfebb7c9f6d21b3e4cf89 . / en agency
oslopaintball.no Heltmo/Oslopaintball 94da238cbf391c83fa0e0038e717707f158695dc . / no local service
dentatakip.com dogukanakbas/dentatakip 30a37ab891e7ad507488a0210fb7371e91ed1eee . /landing.html tr subscription service
adapte-recette.fr 6moss/adapte-recette 5ed0fdc2d7e0521d655f8c5d840c67228dafa947 . / fr free tool
xposedornot.com XposedOrNot/XposedOrNot-Website 4fd529f7992c7a893baf112e77c82aac0d85f681 . / en free tool, open source
aoyamarito.github.io AoyamaRito/eigodera 8d774793171fcca54444d927581fcaf07a686767 . / ja course
eayazilim.tr m3rcha/EAYazilim-Landing 440f78d966e4d162cea7e8390501ad8a0554f592 . / tr agency
teoritjek.dk YonasValentin/teoritjek.github.io c8d84448de869d4c62dd80b5662bba918a5bbac5 . / da mobile app
retroriemu.fi simple-landing-pages/retro-riemu-landing-page 0d4f01bd2570a77ce387830c93e7442993628885 . / fi local service
panta.no SagaPay/sagapay-website 181fac3e289d1cb299b8e82eec14bc43c9071999 . / no subscription service
a374340761-lgtm.github.io a374340761-lgtm/wkan-website-real f90219cf2647ae7b3d8c31ff1b01abde4ecd73b1 . / zh manufacturer
sportdat.com SportDat/sportdat-web f51581dbb94b2c945b654ee92aa273da1a6bf337 . / es subscription service
drape-dev.it danielescianna04-dev/drape-dev.it 0822f7e239c0e1555cd143ba9ad8016158d23781 . / it mobile app, developer tool
ptakeoff.com Tompula86/takeoff-releases 13a5317cc6f4daac0e0a5e0b06d6ba05b4ce92f1 . / fi desktop app
syncdataguard.com awesomekimkn/syncdataguard-web 0e0dade4501c95228686c555496974b3b09c961e . / en developer tool
enval.nl daankoote/savri 907673fbd2f4a8b384271ced516a23790ba26455 . / nl online service
77detailing.pl 77detailing/77detailing.github.io 1e603dabcc40f699f8f1957f6c0a2641b88004ff . / pl local service
albert-tech.github.io ALBERT-tech/zakupki-v-cifre a5602e0eef960138a230dfd729b19a58e4cf00ca . / ru course
baumannhonig.github.io BaumannHonig/BaumannHonigSeiten 426adec834611290de2b97f98e0101922c75b9c4 . / de shop
xintechllc.com Samx2015/MacHelperPro a635b0543e85a5ab6954cd80cbc94eb8e7013d99 . / en desktop app
funbahasa.com arifrahmanfauzi/funbahasa-landingpage 10ed8eb0248104631ea2e9a4f4b0271f197950cf . / id association
farkasligetakademia.hu farkasligetakademia/farkasligetakademia.github.io 31bd6ffc3e28f926032d52f895cc2481bd10ca6b . / hu course
luminoid.github.io Luminoid/plantfolio-site a42465b1c10888d5c2219a235f87781dcd6dbd9d . / en mobile app
ugovor24.com advokat977/ugovor24-site 87cf5e76cf5474fd120d0971cb01ef26f1dc2866 . / sr online service
kuryeai.com burakline/KuryeAI 6237e8843ddac9789606682cbe2370cdcab03f8d . / tr subscription service
`;

/** Sites judged only at the end, so that no rule is fitted to them; empty until the next part is chosen. */
const setAside = `
screenclips.app Canario-Lab/screenclips_page 0839cb6539e095b30871230211abd2ba9749c9db . / pl mobile app
edysuke.github.io EDYSUKE/yori-lp 59c41a87e00bca060ea095c04fd877116df741f0 . / ja subscription service
claritatefiscala.ro claritatefiscala/claritatefiscala 101cbffdaa271dc202c7ddbc2c952528a9b068c3 . / ro guides
`;

const sitesOf = (table: string): RealSite[] =>
  table
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [host = "", repository = "", commit = "", folder = "", path = "", language = "", ...kind] = line.split(" ");
      return { host, repository, commit, folder: folder === "." ? "" : folder, path, language, kind: kind.join(" ") };
    });

export const triedSites = sitesOf(tried);
export const sitesSetAside = sitesOf(setAside);

/** Returns the sites of a part: `tried`, `set-aside` or `all`. */
export const sitesOfPart = (part: string): RealSite[] =>
  ({ tried: triedSites, "set-aside": sitesSetAside })[part] ?? [...triedSites, ...sitesSetAside];
