/**
 * The codes of the name lists, separated by spaces. ICU knows their names, but JavaScript cannot list them. They are
 * split only when a list is built, so that they cost nothing at start-up.
 */

/** ISO 3166-1. */
export const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
  'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
  'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
  'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** ISO 4217, with the codes of former currencies that CLDR names. */
export const currencyCodes =
  'ADP AED AFA AFN ALK ALL AMD ANG AOA AOK AON AOR ARA ARL ARM ARP ARS ATS AUD AWG AZM AZN BAD BAM BAN ' +
  'BBD BDT BEC BEF BEL BGL BGM BGN BGO BHD BIF BMD BND BOB BOL BOP BOV BRB BRC BRE BRL BRN BRR BRZ BSD ' +
  'BTN BUK BWP BYB BYN BYR BZD CAD CDF CHE CHF CHW CLE CLF CLP CNH CNX CNY COP COU CRC CSD CSK CUC CUP ' +
  'CVE CYP CZK DDM DEM DJF DKK DOP DZD ECS ECV EEK EGP ERN ESA ESB ESP ETB EUR FIM FJD FKP FRF GBP GEK ' +
  'GEL GHC GHS GIP GMD GNF GNS GQE GRD GTQ GWE GWP GYD HKD HNL HRD HRK HTG HUF IDR IEP ILP ILR ILS INR ' +
  'IQD IRR ISJ ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRH KRO KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL ' +
  'LTT LUC LUF LUL LVL LVR LYD MAD MAF MCF MDC MDL MGA MGF MKD MKN MLF MMK MNT MOP MRO MRU MTL MTP MUR ' +
  'MVP MVR MWK MXN MXP MXV MYR MZE MZM MZN NAD NGN NIC NIO NLG NOK NPR NZD OMR PAB PEI PEN PES PGK PHP ' +
  'PKR PLN PLZ PTE PYG QAR RHD ROL RON RSD RUB RUR RWF SAR SBD SCR SDD SDG SDP SEK SGD SHP SIT SKK SLE ' +
  'SLL SOS SRD SRG SSP STD STN SUR SVC SYP SZL THB TJR TJS TMM TMT TND TOP TPE TRL TRY TTD TWD TZS UAH ' +
  'UAK UGS UGX USD USN USS UYI UYP UYU UYW UZS VEB VED VEF VES VND VNN VUV WST XAF XCD XCG XEU XFO XFU ' +
  'XOF XPF XRE YDD YER YUD YUM YUN YUR ZAL ZAR ZMK ZMW ZRN ZRZ ZWD ZWG ZWL ZWR';

/** ISO 639, without aliases of other codes (`tl` for `fil`). */
export const languageCodes =
  'aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang ann anp ar arc arn aro ' +
  'arp arq ars arw ary arz as asa ase ast atj av avk awa ay az ba bal ban bar bas bax bbc bbj be bej ' +
  'bem bew bez bfd bfq bg bgc bgn bho bi bik bin bjn bkm bla blo blt bm bn bo bpy bqi br bra brh brx bs ' +
  'bss bua bug bum byn byv ca cad car cay cch ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ' +
  'ckb clc co cop cps cr crg crh crj crk crl crm crr crs cs csb csw cu cv cy da dak dar dav de del den ' +
  'dgr din dje doi dsb dtp dua dum dv dyo dyu dz dzg ebu ee efi egl egy eka el elx en enm eo es esu et ' +
  'eu ewo ext fa fan ff fi fil fit fj fo fon fr frc frm fro frp frr frs fur fy ga gaa gag gan gay gba ' +
  'gbz gd gez gil gl glk gmh gn goh gon gor got grb grc gsw gu guc gur guz gv gwi ha hai hak haw hax he ' +
  'hi hif hil hit hmn hnj ho hr hsb hsn ht hu hup hur hy hz ia iba ibb id ie ig ii ik ikt ilo inh io is ' +
  'it iu izh ja jam jbo jgo jmc jpr jrb jut jv ka kaa kab kac kaj kam kaw kbd kbl kcg kde kea ken kfo ' +
  'kg kgp kha kho khq khw ki kiu kj kk kkj kl kln km kmb kn ko koi kok kos kpe kr krc kri krj krl kru ' +
  'ks ksb ksf ksh ku kum kut kv kw kwk kxv ky la lad lag lah lam lb lez lfn lg li lij lil liv lkt lmo ' +
  'ln lo lol lou loz lrc lsm lt ltg lu lua lui lun luo lus luy lv lzh lzz mad maf mag mai mak man mas ' +
  'mde mdf mdr men mer mfe mg mga mgh mgo mh mi mic min mk ml mn mnc mni moe moh mos mr mrj ms mt mua ' +
  'mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia niu njo nl nmg nn nnh no nog ' +
  'non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj ojb ojc ojs ojw oka om or os osa ota pa pag ' +
  'pal pam pap pau pcd pcm pdc pdt peo pfl phn pi pis pl pms pnt pon pqm prg pro ps pt qu quc qug raj ' +
  'rap rar rgn rhg rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba ' +
  'sbp sc scn sco sd sdc sdh se see seh sei sel ses sg sga sgs shi shn shu si sid sk sl slh sli sly sm ' +
  'sma smj smn sms sn snk so sog sq sr srn srr ss ssy st stq str su suk sus sux sv sw swb syc syr szl ' +
  'ta tce tcy te tem teo ter tet tg tgx th tht ti tig tiv tk tkl tkr tlh tli tly tmh tn to tog tok tpi ' +
  'tr tru trv trw ts tsd tsi tt ttm ttt tum tvl tw twq ty tyv tzm udm ug uga uk umb ur uz vai ve vec ' +
  'vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp wo wuu xal xh xmf xnr xog yao yap yav ybb ' +
  'yi yo yrl yue za zap zbl zea zen zgh zh zu zun zza';

/** The locales of CLDR. */
export const localeCodes =
  'af af_NA af_ZA ak ak_GH am am_ET ar ar_001 ar_AE ar_BH ar_DJ ar_DZ ar_EG ar_EH ar_ER ar_IL ar_IQ ' +
  'ar_JO ar_KM ar_KW ar_LB ar_LY ar_MA ar_MR ar_OM ar_PS ar_QA ar_SA ar_SD ar_SO ar_SS ar_SY ar_TD ' +
  'ar_TN ar_YE as as_IN az az_AZ az_Cyrl az_Cyrl_AZ az_Latn az_Latn_AZ be be_BY bg bg_BG bm bm_ML bn ' +
  'bn_BD bn_IN bo bo_CN bo_IN br br_FR bs bs_BA bs_Cyrl bs_Cyrl_BA bs_Latn bs_Latn_BA ca ca_AD ca_ES ' +
  'ca_FR ca_IT ce ce_RU cs cs_CZ cv cv_RU cy cy_GB da da_DK da_GL de de_AT de_BE de_CH de_DE de_IT ' +
  'de_LI de_LU dz dz_BT ee ee_GH ee_TG el el_CY el_GR en en_001 en_150 en_AE en_AG en_AI en_AS en_AT ' +
  'en_AU en_BB en_BE en_BI en_BM en_BS en_BW en_BZ en_CA en_CC en_CH en_CK en_CM en_CX en_CY en_DE ' +
  'en_DK en_DM en_ER en_FI en_FJ en_FK en_FM en_GB en_GD en_GG en_GH en_GI en_GM en_GU en_GY en_HK ' +
  'en_ID en_IE en_IL en_IM en_IN en_IO en_JE en_JM en_KE en_KI en_KN en_KY en_LC en_LR en_LS en_MG ' +
  'en_MH en_MO en_MP en_MS en_MT en_MU en_MV en_MW en_MY en_NA en_NF en_NG en_NL en_NR en_NU en_NZ ' +
  'en_PG en_PH en_PK en_PN en_PR en_PW en_RW en_SB en_SC en_SD en_SE en_SG en_SH en_SI en_SL en_SS ' +
  'en_SX en_SZ en_TC en_TK en_TO en_TT en_TV en_TZ en_UG en_UM en_US en_VC en_VG en_VI en_VU en_WS ' +
  'en_ZA en_ZM en_ZW eo eo_001 es es_419 es_AR es_BO es_BR es_BZ es_CL es_CO es_CR es_CU es_DO es_EC ' +
  'es_ES es_GQ es_GT es_HN es_MX es_NI es_PA es_PE es_PH es_PR es_PY es_SV es_US es_UY es_VE et et_EE ' +
  'eu eu_ES fa fa_AF fa_IR ff ff_Adlm ff_Adlm_BF ff_Adlm_CM ff_Adlm_GH ff_Adlm_GM ff_Adlm_GN ff_Adlm_GW ' +
  'ff_Adlm_LR ff_Adlm_MR ff_Adlm_NE ff_Adlm_NG ff_Adlm_SL ff_Adlm_SN ff_CM ff_GN ff_Latn ff_Latn_BF ' +
  'ff_Latn_CM ff_Latn_GH ff_Latn_GM ff_Latn_GN ff_Latn_GW ff_Latn_LR ff_Latn_MR ff_Latn_NE ff_Latn_NG ' +
  'ff_Latn_SL ff_Latn_SN ff_MR ff_SN fi fi_FI fo fo_DK fo_FO fr fr_BE fr_BF fr_BI fr_BJ fr_BL fr_CA ' +
  'fr_CD fr_CF fr_CG fr_CH fr_CI fr_CM fr_DJ fr_DZ fr_FR fr_GA fr_GF fr_GN fr_GP fr_GQ fr_HT fr_KM ' +
  'fr_LU fr_MA fr_MC fr_MF fr_MG fr_ML fr_MQ fr_MR fr_MU fr_NC fr_NE fr_PF fr_PM fr_RE fr_RW fr_SC ' +
  'fr_SN fr_SY fr_TD fr_TG fr_TN fr_VU fr_WF fr_YT fy fy_NL ga ga_GB ga_IE gd gd_GB gl gl_ES gu gu_IN ' +
  'gv gv_IM ha ha_GH ha_NE ha_NG he he_IL hi hi_IN hi_Latn hi_Latn_IN hr hr_BA hr_HR hu hu_HU hy hy_AM ' +
  'ia ia_001 id id_ID ie ie_EE ig ig_NG ii ii_CN is is_IS it it_CH it_IT it_SM it_VA ja ja_JP jv jv_ID ' +
  'ka ka_GE ki ki_KE kk kk_Cyrl kk_Cyrl_KZ kk_KZ kl kl_GL km km_KH kn kn_IN ko ko_CN ko_KP ko_KR ks ' +
  'ks_Arab ks_Arab_IN ks_Deva ks_Deva_IN ks_IN ku ku_TR kw kw_GB ky ky_KG lb lb_LU lg lg_UG ln ln_AO ' +
  'ln_CD ln_CF ln_CG lo lo_LA lt lt_LT lu lu_CD lv lv_LV mg mg_MG mi mi_NZ mk mk_MK ml ml_IN mn mn_MN ' +
  'mr mr_IN ms ms_BN ms_ID ms_MY ms_SG mt mt_MT my my_MM nb nb_NO nb_SJ nd nd_ZW ne ne_IN ne_NP nl ' +
  'nl_AW nl_BE nl_BQ nl_CW nl_NL nl_SR nl_SX nn nn_NO no no_NO oc oc_ES oc_FR om om_ET om_KE or or_IN ' +
  'os os_GE os_RU pa pa_Arab pa_Arab_PK pa_Guru pa_Guru_IN pa_IN pa_PK pl pl_PL ps ps_AF ps_PK pt pt_AO ' +
  'pt_BR pt_CH pt_CV pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_PT pt_ST pt_TL qu qu_BO qu_EC qu_PE rm rm_CH rn ' +
  'rn_BI ro ro_MD ro_RO ru ru_BY ru_KG ru_KZ ru_MD ru_RU ru_UA rw rw_RW sa sa_IN sc sc_IT sd sd_Arab ' +
  'sd_Arab_PK sd_Deva sd_Deva_IN sd_IN sd_PK se se_FI se_NO se_SE sg sg_CF si si_LK sk sk_SK sl sl_SI ' +
  'sn sn_ZW so so_DJ so_ET so_KE so_SO sq sq_AL sq_MK sr sr_BA sr_Cyrl sr_Cyrl_BA sr_Cyrl_ME sr_Cyrl_RS ' +
  'sr_Latn sr_Latn_BA sr_Latn_ME sr_Latn_RS sr_ME sr_RS st st_LS st_ZA su su_ID su_Latn su_Latn_ID sv ' +
  'sv_AX sv_FI sv_SE sw sw_CD sw_KE sw_TZ sw_UG ta ta_IN ta_LK ta_MY ta_SG te te_IN tg tg_TJ th th_TH ' +
  'ti ti_ER ti_ET tk tk_TM tn tn_BW tn_ZA to to_TO tr tr_CY tr_TR tt tt_RU ug ug_CN uk uk_UA ur ur_IN ' +
  'ur_PK uz uz_AF uz_Arab uz_Arab_AF uz_Cyrl uz_Cyrl_UZ uz_Latn uz_Latn_UZ uz_UZ vi vi_VN wo wo_SN xh ' +
  'xh_ZA yi yi_UA yo yo_BJ yo_NG za za_CN zh zh_CN zh_HK zh_Hans zh_Hans_CN zh_Hans_HK zh_Hans_MO ' +
  'zh_Hans_MY zh_Hans_SG zh_Hant zh_Hant_HK zh_Hant_MO zh_Hant_MY zh_Hant_TW zh_MO zh_SG zh_TW zu zu_ZA';

/** ISO 15924. */
export const scriptCodes =
  'Adlm Afak Aghb Ahom Arab Aran Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Blis Bopo Brah Brai Bugi ' +
  'Buhd Cakm Cans Cari Cham Cher Chrs Cirt Copt Cpmn Cprt Cyrl Cyrs Deva Diak Dogr Dsrt Dupl Egyd Egyh ' +
  'Egyp Elba Elym Ethi Gara Geok Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hanb Hang Hani Hano ' +
  'Hans Hant Hatr Hebr Hira Hluw Hmng Hmnp Hrkt Hung Inds Ital Jamo Java Jpan Jurc Kali Kana Kawi Khar ' +
  'Khmr Khoj Kits Knda Kore Kpel Krai Kthi Lana Laoo Latf Latg Latn Lepc Limb Lina Linb Lisu Loma Lyci ' +
  'Lydi Mahj Maka Mand Mani Marc Maya Medf Mend Merc Mero Mlym Modi Mong Moon Mroo Mtei Mult Mymr Nagm ' +
  'Nand Narb Nbat Newa Nkgb Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli ' +
  'Phlp Phlv Phnx Plrd Prti Qaag Rjng Rohg Roro Runr Samr Sara Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh ' +
  'Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Syre Syrj Syrn Tagb Takr Tale Talu Taml Tang Tavt Telu Teng ' +
  'Tfng Tglg Thaa Thai Tibt Tirh Tnsa Todr Toto Tutg Ugar Vaii Visp Vith Wara Wcho Wole Xpeo Xsux Yezi ' +
  'Yiii Zanb Zinh Zmth Zsye Zsym Zxxx Zyyy';
