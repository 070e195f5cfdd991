//! What the records hold, in the order of `models.json`: each field is one word.
use starknet::ContractAddress;

/// Amounts and troop counts are kept times this.
pub const PRECISION: u128 = 1_000_000_000;

pub trait Model<T> {
    const SELECTOR: felt252;
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum StructureCategory {
    None,
    Realm,
    Hyperstructure,
    Bank,
    FragmentMine,
    Village,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum TroopType {
    Knight,
    Paladin,
    Crossbowman,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum TroopTier {
    T1,
    T2,
    T3,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum GuardSlot {
    Delta,
    Charlie,
    Bravo,
    Alpha,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum OccupierKind {
    None,
    Structure,
    Explorer,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum StoryKind {
    None,
    ResourceSendStory,
    ResourceApproveStory,
    ResourcePickupStory,
    ArrivalsOffloadStory,
    ExplorerCreateStory,
    ExplorerAddStory,
    ExplorerDeleteStory,
    GuardAddStory,
    GuardDeleteStory,
    ExplorerMoveStory,
    ExplorerExploreStory,
    TroopSwapStory,
    BattleStory,
    RaidStory,
    OrderCreateStory,
    OrderAcceptStory,
    OrderCancelStory,
    BuildingCreateStory,
    BuildingDestroyStory,
    ProductionPauseStory,
    ProductionResumeStory,
    MarketSwapStory,
    LiquidityAddStory,
    LiquidityRemoveStory,
    GuildCreateStory,
    GuildJoinStory,
    GuildLeaveStory,
    GuildWhitelistStory,
    StructureLevelUpStory,
    HyperstructureContributeStory,
    HyperstructureCompleteStory,
    AddressNameStory,
}

#[derive(Copy, Drop, Serde)]
pub struct StaminaConfig {
    pub max: u64,
    pub initial: u64,
    pub gain_per_tick: u64,
    pub explore_cost: u64,
    pub travel_cost: u64,
    pub attack_cost: u64,
}

#[derive(Copy, Drop, Serde)]
pub struct WorldConfig {
    pub name: felt252,
    pub start_at: u64,
    pub tick_seconds: u64,
    pub day_seconds: u64,
    pub day_slots: u8,
    pub seconds_per_hex: u64,
    pub donkey_capacity: u128,
    pub stamina: StaminaConfig,
    pub battle_cooldown_ticks: u64,
    pub swap_fee_num: u128,
    pub swap_fee_denom: u128,
    pub points_registered: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct Troops {
    pub category: TroopType,
    pub tier: TroopTier,
    pub count: u128,
    pub stamina: u64,
    pub updated_tick: u64,
}

#[derive(Copy, Drop, Serde)]
pub struct StructureBase {
    pub category: StructureCategory,
    pub level: u8,
    pub x: u32,
    pub y: u32,
    pub created_at: u64,
    pub max_guards: u8,
    pub max_explorers: u8,
    pub explorers: u8,
}

#[derive(Copy, Drop, Serde)]
pub struct Structure {
    pub owner: ContractAddress,
    pub base: StructureBase,
    pub name: felt252,
    pub delta: Troops,
    pub charlie: Troops,
    pub bravo: Troops,
    pub alpha: Troops,
}

#[derive(Copy, Drop, Serde)]
pub struct StructureBuildings {
    pub building_count: u16,
    pub population: u32,
    pub population_max: u32,
}

#[derive(Copy, Drop, Serde, PartialEq)]
pub struct Coord {
    pub alt: bool,
    pub x: u32,
    pub y: u32,
}

#[derive(Copy, Drop, Serde)]
pub struct ExplorerTroops {
    pub owner: u32,
    pub coord: Coord,
    pub troops: Troops,
    pub battle_cooldown_end: u64,
}

#[derive(Copy, Drop, Serde)]
pub struct Resource {
    pub balance: u128,
    pub building_count: u8,
    pub production_rate: u64,
    pub output_amount_left: u128,
    pub last_updated_at: u64,
}

#[derive(Copy, Drop, Serde)]
pub struct ResourceArrival {
    pub resources: Span<(u8, u128)>,
}

#[derive(Copy, Drop, Serde)]
pub struct ResourceAllowance {
    pub amount: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct Building {
    pub category: u8,
    pub paused: bool,
}

#[derive(Copy, Drop, Serde)]
pub struct Trade {
    pub maker_id: u32,
    pub taker_id: u32,
    pub maker_gives_resource_type: u8,
    pub taker_pays_resource_type: u8,
    pub maker_gives_min_resource_amount: u64,
    pub maker_gives_max_count: u64,
    pub taker_pays_min_resource_amount: u64,
    pub expires_at: u32,
}

#[derive(Copy, Drop, Serde)]
pub struct Market {
    pub lords_amount: u128,
    pub resource_amount: u128,
    pub total_shares: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct Liquidity {
    pub shares: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct Guild {
    pub name: felt252,
    pub public: bool,
    pub member_count: u16,
}

#[derive(Copy, Drop, Serde)]
pub struct GuildMember {
    pub guild_id: ContractAddress,
}

#[derive(Copy, Drop, Serde)]
pub struct GuildWhitelist {
    pub whitelisted: bool,
}

#[derive(Copy, Drop, Serde)]
pub struct AddressName {
    pub name: felt252,
}

#[derive(Copy, Drop, Serde)]
pub struct Hyperstructure {
    pub initialized: bool,
    pub completed: bool,
    pub points_per_unit: u128,
    pub points_total: u128,
    pub remaining: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct HyperstructureRequirement {
    pub needed: u128,
    pub current: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct HyperstructureShareholders {
    pub points: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct Tile {
    pub biome: u8,
    pub occupier_id: u32,
    pub occupier_kind: OccupierKind,
}

#[derive(Copy, Drop, Serde)]
pub struct PlayerRegisteredPoints {
    pub registered_points: u128,
}

#[derive(Copy, Drop, Serde)]
pub struct SwapEvent {
    pub bank_entity_id: u32,
    pub resource_type: u8,
    pub lords_amount: u128,
    pub resource_amount: u128,
    pub lp_fees: u128,
    pub buy: bool,
    pub timestamp: u64,
}

#[derive(Copy, Drop, Serde)]
pub struct BattleEvent {
    pub attacker_id: u32,
    pub defender_id: u32,
    pub attacker_owner: ContractAddress,
    pub defender_owner: ContractAddress,
    pub winner_id: u32,
    pub attacker_loss: u128,
    pub defender_loss: u128,
    pub x: u32,
    pub y: u32,
    pub timestamp: u64,
}

pub impl WorldConfigModel of Model<WorldConfig> {
    const SELECTOR: felt252 = selector!("s2-WorldConfig");
}
pub impl StructureModel of Model<Structure> {
    const SELECTOR: felt252 = selector!("s2-Structure");
}
pub impl StructureBuildingsModel of Model<StructureBuildings> {
    const SELECTOR: felt252 = selector!("s2-StructureBuildings");
}
pub impl ExplorerTroopsModel of Model<ExplorerTroops> {
    const SELECTOR: felt252 = selector!("s2-ExplorerTroops");
}
pub impl ResourceModel of Model<Resource> {
    const SELECTOR: felt252 = selector!("s2-Resource");
}
pub impl ResourceArrivalModel of Model<ResourceArrival> {
    const SELECTOR: felt252 = selector!("s2-ResourceArrival");
}
pub impl ResourceAllowanceModel of Model<ResourceAllowance> {
    const SELECTOR: felt252 = selector!("s2-ResourceAllowance");
}
pub impl BuildingModel of Model<Building> {
    const SELECTOR: felt252 = selector!("s2-Building");
}
pub impl TradeModel of Model<Trade> {
    const SELECTOR: felt252 = selector!("s2-Trade");
}
pub impl MarketModel of Model<Market> {
    const SELECTOR: felt252 = selector!("s2-Market");
}
pub impl LiquidityModel of Model<Liquidity> {
    const SELECTOR: felt252 = selector!("s2-Liquidity");
}
pub impl GuildModel of Model<Guild> {
    const SELECTOR: felt252 = selector!("s2-Guild");
}
pub impl GuildMemberModel of Model<GuildMember> {
    const SELECTOR: felt252 = selector!("s2-GuildMember");
}
pub impl GuildWhitelistModel of Model<GuildWhitelist> {
    const SELECTOR: felt252 = selector!("s2-GuildWhitelist");
}
pub impl AddressNameModel of Model<AddressName> {
    const SELECTOR: felt252 = selector!("s2-AddressName");
}
pub impl HyperstructureModel of Model<Hyperstructure> {
    const SELECTOR: felt252 = selector!("s2-Hyperstructure");
}
pub impl HyperstructureRequirementModel of Model<HyperstructureRequirement> {
    const SELECTOR: felt252 = selector!("s2-HyperstructureRequirement");
}
pub impl HyperstructureShareholdersModel of Model<HyperstructureShareholders> {
    const SELECTOR: felt252 = selector!("s2-HyperstructureShareholders");
}
pub impl TileModel of Model<Tile> {
    const SELECTOR: felt252 = selector!("s2-Tile");
}
pub impl PlayerRegisteredPointsModel of Model<PlayerRegisteredPoints> {
    const SELECTOR: felt252 = selector!("s2-PlayerRegisteredPoints");
}
pub impl SwapEventModel of Model<SwapEvent> {
    const SELECTOR: felt252 = selector!("s2-SwapEvent");
}
pub impl BattleEventModel of Model<BattleEvent> {
    const SELECTOR: felt252 = selector!("s2-BattleEvent");
}
